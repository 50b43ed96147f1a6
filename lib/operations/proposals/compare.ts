import { forgottenAmong } from "@/lib/db/memory-files/forgotten"
import { findLikeProposals } from "@/lib/db/likeness/similar-proposals"
import { findLike, type LikeEntry } from "@/lib/db/likeness/similar-entries"
import { findNoise } from "@/lib/memory/similarity/noise"
import { type ProposedChange, statementsOf, targetsOf } from "@/lib/memory/proposals/proposed-change"
import { type ReadInstructions, readInstructions, restatedIn } from "@/lib/memory/judgement/restated"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { indexPathOf } from "@/lib/memory/memory-files/topic-file"
import { guardText } from "../guard/guard"
import { instructionsOf } from "./instructions"
import { hashOfStatement } from "../infra/statement-hash"
import type { ProposalFinding } from "./proposal-outputs"

interface Compared {
  readonly teamId: string
  readonly projectId: string
  /** Null for a proposal that is not stored yet. */
  readonly id: string | null
  readonly fileId: string | null
  readonly path: string
  readonly format: FormatId
  readonly changes: readonly ProposedChange[]
}

type Bare = Partial<ProposalFinding> & Pick<ProposalFinding, "kind" | "severity" | "message">

const bare = (one: Bare): ProposalFinding => ({
  entry: null,
  proposal: null,
  score: null,
  words: null,
  ...one,
})

/** A proposal in its words. */
export interface Worded {
  readonly changes: readonly ProposedChange[]
  readonly reason: string
  readonly evidence: string | null
  readonly type: string | null
  readonly session: string | null
  readonly authorAgent: string | null
  /** Of the file that approving it makes; null where the file is there. */
  readonly newPath: string | null
}

/** What raises a flag, from the words alone, wherever in it they stand. Cheap, and so found before anything is stored. */
export function flagsOf(asked: Worded): ProposalFinding[] {
  const { changes, reason, evidence, type, session, authorAgent, newPath } = asked
  const words = [...changes.flatMap(wordsOfChange), reason, evidence, type, session, authorAgent, newPath]
  return [...new Set(words)].flatMap((text) =>
    guardText(text ?? "").flags.map((flag) =>
      bare({ kind: flag.kind, severity: flag.severity, message: flag.message, words: flag.words }),
    ),
  )
}

/** Those that a change brings. What it concerns stands there already. */
function wordsOfChange(change: ProposedChange): (string | null | undefined)[] {
  switch (change.kind) {
    case "add":
      return [change.text, change.section, change.type]
    case "edit":
      return [change.text]
    case "retire":
      return [change.why]
    case "move":
      return [change.section]
    default:
      return []
  }
}

/** Everything else that a person should know: what it is like, what it stands against, whether it is noise or said by the instructions. Worst first. */
export async function findingsAbout(proposal: Compared): Promise<ProposalFinding[]> {
  const statements = statementsOf(proposal.changes)
  const instructions =
    statements.length === 0
      ? []
      : (await instructionsOf(proposal.teamId, proposal.projectId)).map(readInstructions)
  const [forgotten, ...found] = await Promise.all([
    forgottenBefore(proposal, statements),
    ...statements.map((statement) => aboutStatement(proposal, statement, instructions)),
  ])
  return [...forgotten, ...found.flat()].toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || (b.score ?? 0) - (a.score ?? 0),
  )
}

const RANK = { error: 0, warning: 1, info: 2 }
const MOST_LIKE = 5
/** Waiting ones are few; those that were rejected long ago teach less than the newest. */
const MOST_PROPOSALS = 3

async function aboutStatement(
  { teamId, id, fileId, path, format, changes }: Compared,
  statement: string,
  instructions: readonly ReadInstructions[],
): Promise<ProposalFinding[]> {
  const [entries, waiting, rejected] = await Promise.all([
    findLike(teamId, statement, { exclude: targetsOf(changes), take: MOST_LIKE }),
    findLikeProposals(teamId, statement, {
      exclude: id === null ? [] : [id],
      take: MOST_PROPOSALS,
      states: ["waiting"],
    }),
    findLikeProposals(teamId, statement, {
      exclude: id === null ? [] : [id],
      take: MOST_PROPOSALS,
      states: ["rejected"],
    }),
  ])
  // What a new topic file is to say stands in its index, until it is taken out there.
  const index = fileId === null ? indexPathOf({ format, path }) : null
  const found: ProposalFinding[] = entries
    .filter((one) => one.path !== index)
    .flatMap((one) => aboutEntry(one, fileId))
  for (const one of waiting) {
    if (one.kind === "none" || one.kind === "related") continue
    found.push(
      bare({
        kind: one.kind === "contradiction" ? "contradiction" : "waiting-like",
        severity: "warning",
        score: one.score,
        proposal: { id: one.id, text: one.text, author: one.author },
        message: `${one.kind === "contradiction" ? "Conflicts with" : "Similar to"} a waiting proposal of ${one.author}, ${percent(one.score)}: ${one.why}`,
      }),
    )
  }
  for (const one of rejected) {
    if (one.kind !== "same" && one.kind !== "duplicate") continue
    found.push(
      bare({
        kind: "rejected-before",
        severity: "warning",
        score: one.score,
        message: `A similar proposal was rejected: ${one.reason ?? "no reason given"}`,
        proposal: { id: one.id, text: one.text, author: one.author },
      }),
    )
  }
  const noise = findNoise(statement)
  if (noise) found.push(bare({ kind: "noise", severity: "warning", message: noise.message }))
  const restated = restatedIn(statement, instructions)
  if (restated)
    found.push(
      bare({
        kind: "restated",
        severity: "warning",
        score: restated.score,
        words: restated.text,
        message: `Already in ${restated.path}, line ${restated.line}, which every session reads`,
      }),
    )
  return found
}

/** A person took it out of the project's memory: only a person lets it in again. */
async function forgottenBefore(
  { teamId, projectId }: Compared,
  statements: readonly string[],
): Promise<ProposalFinding[]> {
  const rows = await forgottenAmong(teamId, projectId, statements.map(hashOfStatement))
  const newest = [...new Map(rows.toReversed().map((row) => [row.text, row])).values()]
  return newest.map((row) =>
    bare({
      kind: "forgotten-before",
      severity: "warning",
      score: 1,
      words: row.text,
      message: `Forgotten on ${row.createdAt.toISOString().slice(0, 10)} by ${row.byName}: ${row.reason}`,
    }),
  )
}

function aboutEntry(one: LikeEntry, fileId: string | null): ProposalFinding[] {
  const entry = {
    id: one.id,
    fileId: one.fileId,
    path: one.path,
    line: one.line,
    text: one.text,
    agent: one.agent,
  }
  const place = one.fileId === fileId ? `line ${one.line}` : `${one.path}, line ${one.line}`
  if (one.kind === "same")
    return [
      bare({
        kind: "duplicate",
        severity: "warning",
        score: 1,
        entry,
        message: `Duplicate of ${place}`,
      }),
    ]
  if (one.kind === "duplicate")
    return [
      bare({
        kind: "near-duplicate",
        severity: "warning",
        score: one.score,
        entry,
        message: `Like ${place}, ${percent(one.score)}: ${one.why}`,
      }),
    ]
  if (one.kind === "contradiction")
    return [
      bare({
        kind: "contradiction",
        severity: "warning",
        score: one.score,
        entry,
        message: `Conflicts with ${place}: ${one.why}`,
      }),
    ]
  return []
}

const percent = (score: number) => `${Math.round(score * 100)} %`

export interface BudgetEffect {
  readonly lines: number
  readonly after: number
  readonly budget: number | null
  readonly loads: number | null
  readonly cut: number | null
}

/** What a text does to the budget of its file: "line 94 of 100", "12 lines past what the harness loads". */
export function budgetFinding(path: string, effect: BudgetEffect): ProposalFinding[] {
  if (effect.cut !== null && effect.after > effect.lines) {
    return [
      bare({
        kind: "past-cut",
        severity: "error",
        message: `${effect.after - effect.cut + 1} lines of ${path} would be past the load limit: lines ${effect.cut}–${effect.after} would be truncated`,
      }),
    ]
  }
  if (effect.budget !== null && effect.after > effect.budget && effect.after > effect.lines) {
    return [
      bare({
        kind: "over-budget",
        severity: "warning",
        message: `${path} would have ${effect.after} lines, ${effect.after - effect.budget} over its budget of ${effect.budget}`,
      }),
    ]
  }
  return []
}
