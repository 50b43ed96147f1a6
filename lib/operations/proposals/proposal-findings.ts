import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { findSiblingProposals, type SiblingProposals } from "@/lib/db/coach/claim-decisions"
import { forgottenAmong } from "@/lib/db/memory-files/forgotten-entries"
import { findSimilarProposals, findSimilarEntries, type SimilarEntry } from "@/lib/db/similar-statements"
import { findNoise } from "@/lib/memory/memory-files/session-noise-patterns"
import { type ProposedChange, statementsOf, targetsOf } from "@/lib/memory/proposals/proposed-change"
import {
  type ParsedInstructions,
  parseInstructions,
  findRestatedInParsed,
} from "@/lib/memory/comparison/restated-instructions"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { indexPathOf } from "@/lib/memory/memory-files/topic-files"
import { guardText } from "../guard/secrets-and-flags"
import { instructionsOf } from "./instructions"
import { hashOfStatement } from "../infra/statement-hash"
import type { ProposalFinding } from "./proposal-outputs"

interface ComparedProposal {
  readonly teamId: string
  readonly projectId: string
  /** Id of the proposal. Null if it is not stored yet. */
  readonly id: string | null
  readonly fileId: string | null
  readonly path: string
  readonly format: FormatId
  readonly changes: readonly ProposedChange[]
  /** Other proposals of the same promotion, which are not compared with it. Undefined: the stored ones. */
  readonly siblings?: SiblingProposals
}

type FindingFields = Partial<ProposalFinding> & Pick<ProposalFinding, "kind" | "severity" | "message">

const toFinding = (one: FindingFields): ProposalFinding => ({
  entry: null,
  proposal: null,
  score: null,
  words: null,
  ...one,
})

/** The texts of a proposal. */
export interface ProposalTexts {
  readonly changes: readonly ProposedChange[]
  readonly reason: string
  readonly evidence: string | null
  readonly type: string | null
  readonly session: string | null
  readonly authorAgent: string | null
  /** Path of the file that an approval creates. Null if the file exists. */
  readonly newPath: string | null
}

/**
 * Returns flags for hidden characters, look-alike letters and prompt injection in any text of a proposal.
 * Reads nothing from the database.
 */
export function flagsOf(proposal: ProposalTexts): ProposalFinding[] {
  const { changes, reason, evidence, type, session, authorAgent, newPath } = proposal
  const words = [...changes.flatMap(wordsOfChange), reason, evidence, type, session, authorAgent, newPath]
  return [...new Set(words)].flatMap((text) =>
    guardText(text ?? "").flags.map((flag) =>
      toFinding({ kind: flag.kind, severity: flag.severity, message: flag.message, words: flag.words }),
    ),
  )
}

/** Returns the texts that a change adds to memory. */
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

/**
 * Returns the findings of a comparison with memory: duplicates, contradictions, earlier rejections, noise,
 * and text of the instructions. Most severe first.
 */
export async function findingsAbout(proposal: ComparedProposal): Promise<ProposalFinding[]> {
  const statements = statementsOf(proposal.changes)
  const [instructions, siblings] =
    statements.length === 0
      ? [[], NO_SIBLINGS]
      : await Promise.all([
          instructionsOf(proposal.teamId, proposal.projectId).then((all) => all.map(parseInstructions)),
          siblingsOf(proposal),
        ])
  const [forgotten, ...found] = await Promise.all([
    forgottenBefore(proposal, statements),
    ...statements.map((statement) => aboutStatement({ ...proposal, siblings }, statement, instructions)),
  ])
  return [...forgotten, ...found.flat()].toSorted(
    (a, b) => RANK[a.severity] - RANK[b.severity] || (b.score ?? 0) - (a.score ?? 0),
  )
}

const NO_SIBLINGS: SiblingProposals = { ids: [], targets: [] }

const siblingsOf = async ({ teamId, id, siblings }: ComparedProposal): Promise<SiblingProposals> =>
  siblings ?? (id === null ? NO_SIBLINGS : findSiblingProposals(wholeTeamUnchecked(teamId), id))

const RANK = { error: 0, warning: 1, info: 2 }
const MOST_LIKE = 5
/** Maximum number of similar proposals to report for each state. */
const MOST_PROPOSALS = 3

async function aboutStatement(
  { teamId, id, fileId, path, format, changes, siblings }: ComparedProposal & { siblings: SiblingProposals },
  statement: string,
  instructions: readonly ParsedInstructions[],
): Promise<ProposalFinding[]> {
  const other = { exclude: [...(id === null ? [] : [id]), ...siblings.ids], take: MOST_PROPOSALS }
  const [entries, waiting, rejected] = await Promise.all([
    findSimilarEntries(wholeTeamUnchecked(teamId), statement, {
      exclude: [...targetsOf(changes), ...siblings.targets],
      take: MOST_LIKE,
    }),
    findSimilarProposals(wholeTeamUnchecked(teamId), statement, { ...other, states: ["waiting"] }),
    findSimilarProposals(wholeTeamUnchecked(teamId), statement, { ...other, states: ["rejected"] }),
  ])
  // Entries that move to a new topic file are still in the index, and must not count as duplicates.
  const index = fileId === null ? indexPathOf({ format, path }) : null
  return [
    ...entries.filter((one) => one.path !== index).flatMap((one) => aboutEntry(one, fileId)),
    ...waiting.flatMap(aboutWaiting),
    ...rejected.flatMap(aboutRejected),
    ...aboutNoise(statement),
    ...aboutRestated(statement, instructions),
  ]
}

type SimilarProposal = Awaited<ReturnType<typeof findSimilarProposals>>[number]

function aboutWaiting({ kind, id, text, author, score, why }: SimilarProposal): ProposalFinding[] {
  if (kind === "none" || kind === "related") return []
  const isContradiction = kind === "contradiction"
  return [
    toFinding({
      kind: isContradiction ? "contradiction" : "waiting-like",
      severity: "warning",
      score,
      proposal: { id, text, author },
      message: `${isContradiction ? "Conflicts with" : "Similar to"} a pending proposal by ${author} (${percent(score)}): ${why}`,
    }),
  ]
}

function aboutRejected({ kind, id, text, author, score, reason }: SimilarProposal): ProposalFinding[] {
  if (kind !== "same" && kind !== "duplicate") return []
  return [
    toFinding({
      kind: "rejected-before",
      severity: "warning",
      score,
      message: `A similar proposal was rejected: ${reason ?? "no reason given"}`,
      proposal: { id, text, author },
    }),
  ]
}

function aboutNoise(statement: string): ProposalFinding[] {
  const noise = findNoise(statement)
  return noise ? [toFinding({ kind: "noise", severity: "warning", message: noise.message })] : []
}

function aboutRestated(statement: string, instructions: readonly ParsedInstructions[]): ProposalFinding[] {
  const restated = findRestatedInParsed(statement, instructions)
  if (!restated) return []
  return [
    toFinding({
      kind: "restated",
      severity: "warning",
      score: restated.score,
      words: restated.text,
      message: `Already in ${restated.path} (line ${restated.line}), which every session loads`,
    }),
  ]
}

/** Returns findings for statements that were forgotten in this project. */
async function forgottenBefore(
  { teamId, projectId }: ComparedProposal,
  statements: readonly string[],
): Promise<ProposalFinding[]> {
  const rows = await forgottenAmong(wholeTeamUnchecked(teamId), projectId, statements.map(hashOfStatement))
  const newest = [...new Map(rows.toReversed().map((row) => [row.text, row])).values()]
  return newest.map((row) =>
    toFinding({
      kind: "forgotten-before",
      severity: "warning",
      score: 1,
      words: row.text,
      message: `Forgotten on ${row.createdAt.toISOString().slice(0, 10)} by ${row.byName}: ${row.reason}`,
    }),
  )
}

function aboutEntry(one: SimilarEntry, fileId: string | null): ProposalFinding[] {
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
      toFinding({
        kind: "duplicate",
        severity: "warning",
        score: 1,
        entry,
        message: `Duplicate of ${place}`,
      }),
    ]
  if (one.kind === "duplicate")
    return [
      toFinding({
        kind: "near-duplicate",
        severity: "warning",
        score: one.score,
        entry,
        message: `Similar to ${place} (${percent(one.score)}): ${one.why}`,
      }),
    ]
  if (one.kind === "contradiction")
    return [
      toFinding({
        kind: "contradiction",
        severity: "warning",
        score: one.score,
        entry,
        message: `Conflicts with ${place}: ${one.why}`,
      }),
    ]
  return []
}

const percent = (score: number) => `${Math.round(score * 100)}%`

export interface BudgetEffect {
  readonly lines: number
  readonly after: number
  readonly budget: number | null
  readonly loads: number | null
  readonly cut: number | null
}

/** Returns a finding if a change makes the file exceed its load limit or its budget. */
export function budgetFinding(path: string, effect: BudgetEffect): ProposalFinding[] {
  if (effect.cut !== null && effect.after > effect.lines) {
    return [
      toFinding({
        kind: "past-cut",
        severity: "error",
        message:
          effect.after === effect.cut
            ? `Line ${effect.cut} of ${path} would be past the load limit and would be truncated`
            : `${effect.after - effect.cut + 1} lines of ${path} would be past the load limit: lines ${effect.cut}–${effect.after} would be truncated`,
      }),
    ]
  }
  if (effect.budget !== null && effect.after > effect.budget && effect.after > effect.lines) {
    return [
      toFinding({
        kind: "over-budget",
        severity: "warning",
        message: `${path} would have ${effect.after} lines, ${effect.after - effect.budget} over its budget of ${effect.budget}`,
      }),
    ]
  }
  return []
}
