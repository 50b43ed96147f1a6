import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import type { Tx } from "@/lib/db/infra/commit"
import { listProjects } from "@/lib/db/agents/fleet"
import {
  findCurrentFile,
  findCurrentFileAt,
  type CurrentEntry,
} from "@/lib/db/memory-files/current-revisions"
import { lastTeamFile } from "@/lib/db/coach/published-claims"
import type { CitedEntry, SynthesisRow } from "@/lib/db/coach/syntheses"
import type { VisibleTeam } from "@/lib/db/teams/visible-teams"
import { COACH } from "@/lib/memory/coach/kinds"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Scope } from "@/lib/memory/memory-files/scope"
import type { VisibleProject } from "../../teams/project-of"
import { type Target, targetOf } from "../../proposals/target"
import { lockForAppending } from "../../sessions/append"
import { optedOutMessage } from "../../sessions/opted-out"
import { fileWithEntries } from "../../writing/file-with-entries"
import { type Reading, type LockedFile, storedFormat } from "../../writing/revise"

/** The file in which the coach of a project keeps its own memory. The file may not exist yet. */
export interface CoachMemory {
  readonly project: VisibleProject
  readonly path: string
  readonly format: FormatId
  readonly scope: Scope
  /** Text of the file before anything is written. */
  readonly scaffold: string
}

interface SynthesisToPublish {
  readonly row: SynthesisRow
  readonly replaced: SynthesisRow | null
  readonly cited: readonly CitedEntry[]
  /** ISO day. */
  readonly day: string
}

/**
 * Returns the file that a synthesis is published to: the file of the synthesis it replaces, or the memory of its project's coach.
 * A synthesis of the whole team goes to the file of the team's last one, or to the project that it cites most.
 */
export async function coachMemoryOf(
  team: VisibleTeam,
  { row, replaced, cited, day }: SynthesisToPublish,
): Promise<Outcome<CoachMemory>> {
  const projects = await listProjects(wholeTeamUnchecked(team.id))
  const earlier = [
    replaced?.fileId ?? null,
    row.projectId === null ? await lastTeamFile(wholeTeamUnchecked(team.id)) : null,
  ]
  for (const fileId of earlier) {
    const memory = fileId === null ? null : await usableMemory(team.id, fileId, { projects, day })
    if (memory) return done(memory)
  }
  const project = projects.find((one) => one.id === row.projectId) ?? mostCited(projects, cited)
  if (!project) return refused("conflict", `${team.name}: the team has no project for the coach's memory`)
  if (await isOptedOut(wholeTeamUnchecked(team.id), project.id, COACH))
    return refused("forbidden", optedOutMessage(COACH))
  const target = await targetOf({ team, project, today: day }, { agent: COACH })
  return target.ok ? done(placeFrom(project, target.value, day)) : target
}

/** Returns the memory in a file, or null if the file was removed or its agent opted out. */
async function usableMemory(
  teamId: string,
  fileId: string,
  { projects, day }: { projects: readonly VisibleProject[]; day: string },
): Promise<CoachMemory | null> {
  const head = await findCurrentFile(wholeTeamUnchecked(teamId), fileId)
  const project = projects.find((one) => one.id === head?.projectId)
  if (!head || !project || head.state === "gone" || head.optedOut) return null
  return {
    project,
    path: head.path,
    format: head.format,
    scope: head.scope as Scope,
    scaffold: emptyOf(head.format, project, day),
  }
}

function mostCited(
  projects: readonly VisibleProject[],
  cited: readonly CitedEntry[],
): VisibleProject | undefined {
  const times = (project: VisibleProject) => cited.filter((one) => one.project === project.slug).length
  return projects.toSorted((one, other) => times(other) - times(one))[0]
}

/**
 * Returns the target if its file exists or its format is Kaizen. Else returns a new Kaizen file in the
 * coach's folder below `.kaizen/agents`.
 */
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

/** The current text of the coach's memory. */
export interface CoachText {
  /** Revision of the file. 0 if the file does not exist yet. */
  readonly revision: number
  readonly lines: number
  readonly budget: number | null
  readonly text: string
  readonly entries: readonly CurrentEntry[]
  readonly reading: Reading
}

/** Reads the coach's memory without locking it. */
export async function readCoachMemory(
  visible: Visibility,
  { project, path, format, scaffold }: CoachMemory,
): Promise<CoachText> {
  const found = await findCurrentFileAt(visible, project.id, path)
  if (!found)
    return {
      revision: 0,
      lines: 0,
      budget: null,
      text: scaffold,
      entries: [],
      reading: { format: storedFormat(format), path },
    }
  const { head, entries, reading } = await fileWithEntries(visible, found)
  const { revision, lines, limits, text, state } = head
  return state === "gone"
    ? { revision, lines: 0, budget: null, text: scaffold, entries: [], reading }
    : { revision, lines, budget: limits.budget, text, entries, reading }
}

/** Locks the coach's memory for writing. A removed file starts again from the empty text. */
export async function lockCoachMemory(
  tx: Tx,
  team: VisibleTeam,
  { project, path, format, scope, scaffold }: CoachMemory,
): Promise<LockedFile> {
  const standing = await lockForAppending(
    tx,
    { team, project },
    { path, format, scope, role: "memory", agent: COACH, text: scaffold },
  )
  return standing.head.state === "gone"
    ? { ...standing, head: { ...standing.head, state: "present", text: scaffold }, entries: [] }
    : standing
}
