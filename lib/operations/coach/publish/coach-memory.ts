import { isOptedOut } from "@/lib/db/agents/agent-names"
import type { Tx } from "@/lib/db/infra/commit"
import { listProjects } from "@/lib/db/agents/fleet"
import { findHead, findHeadAt, type HeadEntry } from "@/lib/db/memory-files/current-revisions"
import { lastTeamFile } from "@/lib/db/coach/published-claims"
import type { CitedEntry, SynthesisRow } from "@/lib/db/coach/syntheses"
import type { VisibleTeam } from "@/lib/db/teams/visible-teams"
import { COACH } from "@/lib/memory/coach/kinds"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Scope } from "@/lib/memory/memory-files/scope"
import type { VisibleProject } from "../../teams/project-of"
import { type Target, targetOf } from "../../proposals/target"
import { holdForAppending } from "../../sessions/append"
import { optedOutMessage } from "../../sessions/opted-out"
import { fileWithEntries } from "../../writing/file-with-entries"
import { type Reading, type Standing, storedFormat } from "../../writing/revise"

/** The file in which the coach of a project keeps its own memory: one that stands, or one to be made. */
export interface CoachMemory {
  readonly project: VisibleProject
  readonly path: string
  readonly format: FormatId
  readonly scope: Scope
  /** As it is before anything was written. */
  readonly scaffold: string
}

interface Asked {
  readonly row: SynthesisRow
  readonly replaced: SynthesisRow | null
  readonly cited: readonly CitedEntry[]
  /** ISO day. */
  readonly day: string
}

/**
 * Where a synthesis is published: where the one before it stands; else in the memory of its project's coach; across a team where the
 * team's last one was written, else in the project that most of its citations are of.
 */
export async function coachMemoryOf(
  team: VisibleTeam,
  { row, replaced, cited, day }: Asked,
): Promise<Outcome<CoachMemory>> {
  const projects = await listProjects(team.id)
  const before = [replaced?.fileId ?? null, row.projectId === null ? await lastTeamFile(team.id) : null]
  for (const fileId of before) {
    const head = fileId === null ? null : await findHead(team.id, fileId)
    const project = projects.find((one) => one.id === head?.projectId)
    if (!head || !project || head.state === "gone" || head.optedOut) continue
    return done({
      project,
      path: head.path,
      format: head.format,
      scope: head.scope as Scope,
      scaffold: emptyOf(head.format, project, day),
    })
  }
  const project = projects.find((one) => one.id === row.projectId) ?? mostCited(projects, cited)
  if (!project) return refused("conflict", `${team.name}: the team has no project for the coach's memory`)
  if (await isOptedOut(team.id, project.id, COACH)) return refused("forbidden", optedOutMessage(COACH))
  const target = await targetOf({ team, project, today: day }, { agent: COACH })
  return target.ok ? done(placeFrom(project, target.value, day)) : target
}

function mostCited(
  projects: readonly VisibleProject[],
  cited: readonly CitedEntry[],
): VisibleProject | undefined {
  const times = (project: VisibleProject) => cited.filter((one) => one.project === project.slug).length
  return projects.toSorted((one, other) => times(other) - times(one))[0]
}

/** A new one is a Kaizen file, where its siblings have theirs. */
function placeFrom(project: VisibleProject, { head, path, format, scope }: Target, day: string): CoachMemory {
  const stands = head !== null && head.state !== "gone"
  if (stands || format === "kaizen")
    return { project, path, format, scope, scaffold: emptyOf(format, project, day) }
  return {
    project,
    path: `.kaizen/agents/${COACH}/memory.md`,
    format: "kaizen",
    scope: "project",
    scaffold: emptyOf("kaizen", project, day),
  }
}

const emptyOf = (format: FormatId, project: VisibleProject, date: string): string =>
  storedFormat(format).scaffold({ agent: COACH, project: project.name, category: null, roles: [], date })

/** The coach's memory as it reads now. */
export interface CoachText {
  /** 0: it is not there yet. */
  readonly revision: number
  readonly lines: number
  readonly budget: number | null
  readonly text: string
  readonly entries: readonly HeadEntry[]
  readonly reading: Reading
}

/** As it is shown, without holding it. */
export async function readCoachMemory(
  teamId: string,
  { project, path, format, scaffold }: CoachMemory,
): Promise<CoachText> {
  const found = await findHeadAt(teamId, project.id, path)
  if (!found)
    return {
      revision: 0,
      lines: 0,
      budget: null,
      text: scaffold,
      entries: [],
      reading: { format: storedFormat(format), path },
    }
  const { head, entries, reading } = await fileWithEntries(teamId, found)
  const { revision, lines, limits, text, state } = head
  return state === "gone"
    ? { revision, lines: 0, budget: null, text: scaffold, entries: [], reading }
    : { revision, lines, budget: limits.budget, text, entries, reading }
}

/** The same, held to be written on. What its source has no more, and what a withdrawal took away, is made anew. */
export async function holdCoachMemory(
  tx: Tx,
  team: VisibleTeam,
  { project, path, format, scope, scaffold }: CoachMemory,
): Promise<Standing> {
  const standing = await holdForAppending(
    tx,
    { team, project },
    { path, format, scope, role: "memory", agent: COACH, text: scaffold },
  )
  return standing.head.state === "gone"
    ? { ...standing, head: { ...standing.head, state: "present", text: scaffold }, entries: [] }
    : standing
}
