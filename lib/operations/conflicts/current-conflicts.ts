import { formatCount } from "@/lib/memory/text/sentence"
import type { Actor } from "@/lib/memory/teams/actor"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { type FileTexts, fileTextsOf } from "@/lib/db/conflicts/file-conflicts"
import type { ConflictRow } from "@/lib/db/conflicts/conflicts"
import { readersOfFiles, type SideRow, sidesOf } from "@/lib/db/conflicts/sides"
import { FORMER_MEMBER } from "@/lib/memory/comments/comment-text"
import { groupBy } from "@/lib/memory/text/aggregates"
import { hunksOf } from "@/lib/memory/text/line-differences"
import { shownOfFile } from "./resolve-file"
import {
  type CurrentSide,
  type ConflictSides,
  shownOfSides,
  currentSidesOf,
  type ConflictReach,
  suggestionFor,
  verificationOf,
} from "./sides"
import { type ConflictSummary, type FILE_VERDICTS, STATEMENT_VERDICTS } from "./conflict-outputs"

const MOST_AGENTS = 200
/** Maximum number of characters of a file's difference in a list. */
const LONGEST_SIDE = 2_000

/** A conflict with its current sides, for a decision or its preview. */
export interface CurrentConflict {
  readonly row: ConflictRow
  /** The id of the actor. */
  readonly me: string
  readonly sides: ConflictSides
  /** Agents that load each file, by file id. */
  readonly readers: ReadonlyMap<string, readonly string[]>
  /** The texts of a file conflict, or null. */
  readonly file: FileTexts | null
}

/**
 * Reads the sides of conflicts and their readers in a fixed number of queries. Lists agents that the
 * actor may see.
 */
export async function readCurrentConflicts(
  actor: Actor,
  rows: readonly ConflictRow[],
): Promise<CurrentConflict[]> {
  const standing = await Promise.all(
    [...groupBy(rows, (row) => row.teamId)].map(async ([teamId, own]) => {
      const visible = visibilityOf(actor, teamId)
      const sides = groupBy(
        await sidesOf(
          visible,
          own.map((row) => row.id),
        ),
        (side: SideRow) => side.conflictId,
      )
      const [readers, files] = await Promise.all([
        readersOfFiles(visible, [
          ...[...sides.values()].flat().map((side) => side.fileId),
          ...own.flatMap((row) => row.fileId ?? []),
        ]),
        fileTextsOf(
          visible,
          own.flatMap((row) => (row.kind === "file" ? row.id : [])),
        ),
      ])
      return own.map(
        (row) =>
          [
            row.id,
            {
              row,
              me: actor.id,
              sides: currentSidesOf(sides.get(row.id) ?? []),
              readers,
              file: files.get(row.id) ?? null,
            },
          ] as const,
      )
    }),
  )
  const byId = new Map(standing.flat())
  return rows.flatMap((row) => byId.get(row.id) ?? [])
}

/** Returns conflicts for a list. */
export async function summarizeConflicts(
  actor: Actor,
  rows: readonly ConflictRow[],
  now: Date,
): Promise<ConflictSummary[]> {
  return (await readCurrentConflicts(actor, rows)).map((one) => conflictSummaryOf(one, now))
}

export function conflictSummaryOf(standing: CurrentConflict, now: Date): ConflictSummary {
  return standing.file === null ? statementSummary(standing, now) : fileSummary(standing, standing.file)
}

function statementSummary({ row, me, sides, readers }: CurrentConflict, now: Date): ConflictSummary {
  const today = now.toISOString().slice(0, 10)
  const [left, right] = [viewOf(sides, "left", readers, today), viewOf(sides, "right", readers, today)]
  const first = left.entries[0] ?? right.entries[0]
  return {
    ...common(row, me),
    path: first?.path ?? "",
    fileId: first?.fileId ?? null,
    left,
    right,
    agents: union(left.agents, right.agents),
    prevails: row.kind === "cross-scope" ? row.prevails : null,
    suggested: row.state === "open" ? suggestionFor(row, sides, conflictReach(sides, readers), today) : null,
    shown: shownOfSides(row, sides),
  }
}

function viewOf(
  sides: ConflictSides,
  side: "left" | "right",
  readers: ReadonlyMap<string, readonly string[]>,
  today: string,
): ConflictSummary["left"] {
  return {
    text: sides.texts[side],
    entries: sides[side].map((entry) => entryOf(entry, today)),
    agents: agentsOf(sides[side], readers).slice(0, MOST_AGENTS),
  }
}

function entryOf(entry: CurrentSide, today: string): ConflictSummary["left"]["entries"][number] {
  const { id, fileId, path, line, agent, category, scope, section, title, type, confidence, date } = entry
  return {
    id,
    fileId,
    path,
    line,
    agent,
    category,
    scope,
    section,
    title,
    type,
    confidence,
    date,
    project: { slug: entry.projectSlug, name: entry.project },
    from: {
      by: entry.by ?? "",
      at: entry.at?.toISOString() ?? "",
      reason: entry.reason ?? "",
      session: entry.session,
    },
    vouched: verificationOf(entry, today),
  }
}

/** Returns the agents that load each side. */
export const conflictReach = (
  sides: ConflictSides,
  readers: ReadonlyMap<string, readonly string[]>,
): ConflictReach => ({
  left: agentsOf(sides.left, readers),
  right: agentsOf(sides.right, readers),
})

/** Returns the agents that load any of these entries. */
function agentsOf(side: readonly CurrentSide[], readers: ReadonlyMap<string, readonly string[]>): string[] {
  return [...new Set(side.flatMap((entry) => readers.get(entry.fileId) ?? []))].toSorted()
}

const union = (one: readonly string[], other: readonly string[]): string[] =>
  [...new Set([...one, ...other])].toSorted().slice(0, MOST_AGENTS)

/**
 * Returns a file conflict for a list. Each side shows its lines that differ, up to LONGEST_SIDE characters.
 */
function fileSummary({ row, me, readers }: CurrentConflict, file: FileTexts): ConflictSummary {
  const agents = [...(readers.get(file.fileId) ?? [])].slice(0, MOST_AGENTS)
  const differing = hunksOf(file.ours, file.theirs, 0).flatMap((hunk) => hunk.lines)
  const side = (kind: "cut" | "add") => ({
    text: differing
      .flatMap((line) => (line.kind === kind ? [line.text.replace(/\r?\n$/, "")] : []))
      .join("\n")
      .slice(0, LONGEST_SIDE),
    entries: [],
    agents,
  })
  return {
    ...common(row, me),
    path: file.path,
    fileId: file.fileId,
    left: side("cut"),
    right: side("add"),
    agents,
    prevails: null,
    suggested: null,
    shown: shownOfFile(file),
  }
}

function common(row: ConflictRow, me: string) {
  const { message = "", words = null, score = null } = row.evidence
  return {
    id: row.id,
    kind: row.kind,
    finding: row.finding,
    state: row.state,
    project: { slug: row.projectSlug, name: row.project },
    evidence: { message, words, score },
    foundBy: row.foundBy,
    opinion: row.opinion,
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assignee ?? FORMER_MEMBER },
    createdAt: row.createdAt.toISOString(),
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    decided: row.decided && {
      verdict: row.decided.verdict,
      by: row.decided.by,
      mine: row.decided.byId === me,
      reason: row.decided.reason,
      at: new Date(row.decided.at).toISOString(),
    },
  }
}

type Verdict = (typeof STATEMENT_VERDICTS)[number]

/** Returns the effect of each possible verdict, for its button: "removes 1 entry from its file, which 3 agents load". */
export function consequencesOf(standing: CurrentConflict): Partial<Record<Verdict, string>> {
  const possible = STATEMENT_VERDICTS.filter(
    (verdict) => verdict !== "override" || standing.row.kind === "cross-scope",
  )
  return Object.fromEntries(possible.map((verdict) => [verdict, consequenceOf(standing, verdict)]))
}

/** Returns the effect of a verdict. Empty for conflicts between files. */
export const consequenceOf = (
  conflict: CurrentConflict,
  verdict: Verdict | (typeof FILE_VERDICTS)[number],
): string => (verdict === "ours" || verdict === "theirs" ? "" : CONSEQUENCES[verdict](conflict))

const CONSEQUENCES: Record<Verdict, (conflict: CurrentConflict) => string> = {
  "keep-left": ({ sides, readers }) => removes(sides.right, readers),
  "keep-right": ({ sides, readers }) => removes(sides.left, readers),
  "delete-both": ({ sides, readers }) => removes([...sides.left, ...sides.right], readers),
  merge: ({ sides, readers }) => `changes ${entries(sides.left.length)} and ${removes(sides.right, readers)}`,
  "keep-both": ({ sides }) =>
    `keeps ${entries(sides.left.length + sides.right.length)}, with narrower scopes`,
  override: ({ sides, row, readers }) => {
    const side = sides[row.prevails === "left" ? "right" : "left"]
    return `gives the ${side[0]?.scope ?? ""} entry precedence for ${people(agentsOf(side, readers).length)}`
  },
  "not-a-conflict": () => "keeps both entries and does not report this pair again",
}

const removes = (side: readonly CurrentSide[], readers: CurrentConflict["readers"]): string =>
  `removes ${entries(side.length)} from ${side.length === 1 ? "its file" : "their files"}, which ${readersOf(side, readers)}`

const entries = (number: number) => formatCount(number, "entry")
const people = (number: number) => formatCount(number, "agent")

function readersOf(side: readonly CurrentSide[], readers: CurrentConflict["readers"]): string {
  const agents = agentsOf(side, readers)
  const [only] = agents
  if (only === undefined) return "no known agent loads"
  return agents.length === 1 ? `${only} loads` : `${people(agents.length)} load`
}
