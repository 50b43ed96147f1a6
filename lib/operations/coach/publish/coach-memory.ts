import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import type { Tx } from "@/lib/db/infra/commit"
import { listProjects } from "@/lib/db/agents/fleet"
import { limitsAt, readPolicies } from "@/lib/db/policies"
import {
  findCurrentFile,
  findCurrentFileAt,
  type CurrentEntry,
} from "@/lib/db/memory-files/current-revisions"
import { lastTeamFile } from "@/lib/db/coach/publications"
import type { CitedEntry, SynthesisRow } from "@/lib/db/coach/syntheses"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { COACH, type ClaimKind } from "@/lib/memory/coach/synthesis"
import type { FormatId, Scope } from "@/lib/memory/memory-files/format"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { newId } from "@/lib/db/infra/identifiers"
import {
  coachStatement,
  planPublishing,
  type PublishedClaim,
  type PublishPlan,
  sectionOfClaim,
  type ToPublish,
} from "@/lib/memory/coach/claim-statements"
import { formatCount, onOneLine } from "@/lib/memory/text/sentence"
import { type WriteResult, writeChanges } from "@/lib/memory/proposals/write-changes"
import type { VisibleProject } from "../../teams/team-and-project"
import { type Target, targetOf } from "../../proposals/target"
import { lockForAppending } from "../../sessions/append"
import { optedOutMessage } from "../../sessions/session-place"
import { fileWithEntries, type Reading, type LockedFile, storedFormat } from "../../writing/revise-head"
import { citationsOf, claimText } from "../coach-outputs"

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
  if (!project)
    return refused(
      "conflict",
      `${team.name}: the team has no project to store the coach's memory in. Import a source first`,
    )
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
  { project, path, format, scope, scaffold }: CoachMemory,
): Promise<CoachText> {
  const found = await findCurrentFileAt(visible, project.id, path)
  if (!found)
    return {
      revision: 0,
      lines: 0,
      budget: limitsAt(
        await readPolicies(visible),
        { format, role: "memory", own: storedFormat(format).limits(path) },
        { scope, projectSlug: project.slug, category: null, agent: COACH },
      ).budget,
      text: scaffold,
      entries: [],
      reading: { format: storedFormat(format), path },
    }
  const { head, entries, reading } = await fileWithEntries(visible, found)
  const { revision, lines, limits, text, state } = head
  return state === "gone"
    ? { revision, lines: 0, budget: limits.budget, text: scaffold, entries: [], reading }
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

type ClaimRow = SynthesisRow["claims"][number]

/** Returns the claims that were accepted for the brief. Promotions are written by their proposals. */
export const publishedClaims = (row: Pick<SynthesisRow, "claims">): ClaimRow[] =>
  row.claims.filter((one) => (one.state === "accepted" || one.state === "edited") && one.becomes === "brief")

export interface Composed {
  readonly text: string
  /** Entry ids, in the order of the text. */
  readonly ids: readonly (string | null)[]
  readonly plan: PublishPlan
  /** Each claim with the entry that contains it. */
  readonly claims: readonly {
    readonly position: number
    readonly entry: string
    readonly written: string | null
  }[]
}

interface ToCompose {
  readonly row: SynthesisRow
  readonly replaced: SynthesisRow | null
  readonly cited: readonly CitedEntry[]
  /** Entries that other published syntheses need. */
  readonly others: readonly PublishedClaim[]
  /** Slug of the project of the file. */
  readonly project: string
  /** ISO day. */
  readonly day: string
}

/**
 * Returns the coach's memory with the claims of a synthesis, a line in the session log, and updated counts
 * and dates.
 */
export function composeCoachMemory(
  { text, entries, reading }: Pick<CoachText, "text" | "entries" | "reading">,
  { row, replaced, cited, others, project, day }: ToCompose,
): Outcome<Composed> {
  const { path, format } = reading
  const promoted = row.claims.filter((one) => one.becomes === "promotion").length
  const before = (replaced?.claims ?? []).flatMap((one): PublishedClaim[] =>
    one.entryId === null ? [] : [{ entry: one.entryId, written: one.written }],
  )
  const named = row.projectId === null ? cited.filter((one) => one.project === project) : cited
  const claims = statementsOf(row, named, /\.jsonl?$/.test(path))
  const write = (said: readonly ToPublish[]) => {
    const plan = planPublishing(entries, { claims: said, before, others, day })
    return { plan, written: writeChanges({ format, path, text }, entries, plan.changes) }
  }
  const stands = (said: readonly ToPublish[]) => isDated(write(said).written, said)
  // Claims whose line breaks would split them or separate them from their date are written on one line.
  const fitting = stands(claims)
    ? claims
    : claims.map(
        (one) =>
          [one, { ...one, statement: inOneLine(one.statement) }].find((layout) => stands([layout])) ?? one,
      )
  const { plan, written } = write(fitting)
  if (!written.ok) {
    const misfit = fitting.find((one) => !write([one]).written.ok)
    return refused(
      "conflict",
      misfit === undefined
        ? `${path}: ${written.why}`
        : `claim ${misfit.position + 1} cannot be written to ${path}: ${written.why}. Undo its decision, then edit or reject it`,
    )
  }
  const logged = logPublishing(written.text, reading, {
    date: day,
    summary: `${onOneLine(row.title)} published: ${formatCount(publishedClaims(row).length, "claim")}${promoted === 0 ? "" : `, ${promoted} promoted`}`,
    outcome: "success",
  })
  if (!logged.ok) return logged
  const now = format.parse(logged.value, path).entries
  if (now.length !== written.ids.length)
    return refused("conflict", `${path} ends in an unclosed block. Close the block first`)
  const statements = new Map(now.map((entry, place) => [written.ids[place], entry.text]))
  const added = plan.changes.flatMap((change) => ("id" in change ? [change.id] : []))
  return done({
    text: logged.value,
    ids: written.ids,
    plan,
    claims: [
      ...[...plan.kept].map(([position, one]) => ({ position, ...one })),
      ...plan.added.flatMap((positions, place) =>
        positions.map((position) => ({
          position,
          entry: added[place] ?? "",
          written: statements.get(added[place] ?? "") ?? null,
        })),
      ),
    ],
  })
}

/** Removes a leading list marker, which would start a new item after the date. */
const inOneLine = (statement: string): string => onOneLine(statement).replace(/^(?:[-*+] )+/, "")

/**
 * True if every written claim has its date. If the layout has no room for one date, all claims lose their
 * dates.
 */
function isDated(written: WriteResult, said: readonly ToPublish[]): boolean {
  return (
    written.ok &&
    said.every(
      ({ id }) => !written.ids.includes(id) || written.parsed.entries[written.ids.indexOf(id)]?.date !== null,
    )
  )
}

/**
 * Returns the claims to publish, with the agents behind each claim. For a synthesis of the whole team, only
 * agents in `cited` are named, because the file must not name agents or files of other projects.
 */
function statementsOf(row: SynthesisRow, cited: readonly CitedEntry[], isStore: boolean): ToPublish[] {
  const known = new Map(cited.map((one) => [one.entry, one]))
  return publishedClaims(row).map((one) => {
    const from = citationsOf(one)
      .filter(({ entry }) => row.projectId !== null || known.has(entry))
      .map(({ entry, path }) => known.get(entry)?.agent ?? path)
    return {
      position: one.position,
      id: newId(),
      statement: coachStatement({ text: claimText(one), agent: row.agentName, from }),
      section: isStore ? null : sectionOfClaim(one.kind as ClaimKind),
    }
  })
}

function logPublishing(
  text: string,
  { format, path }: CoachText["reading"],
  session: { readonly date: string; readonly summary: string; readonly outcome: string },
): Outcome<string> {
  try {
    return done(format.closeSession?.(text, path, session) ?? text)
  } catch (cause) {
    if (cause instanceof RangeError) return refused("conflict", `${path}: ${cause.message}`)
    throw cause
  }
}
