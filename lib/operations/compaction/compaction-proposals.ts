import type { LoadLimits } from "@/lib/memory/memory-files/format"
import { linesLoaded } from "@/lib/memory/memory-files/load-limit"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { textLines } from "@/lib/memory/text/line-differences"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { linesOfEarlierCompactions, waitingAdditions } from "@/lib/db/compactions"
import type { RefusedStatement } from "@/lib/memory/compaction/scored-log-entry"
import type { Target } from "../proposals/target"
import type { CompactionPlace } from "./target"
import type { CompactionKind } from "./compaction-outputs"
import { keyOfStatement, type WaitingStatements } from "./analyses"

/** A proposal that a compaction would make. */
export interface PlannedProposal {
  /** Indexes of the additions, steps, notes or runs of the preview that the proposal covers. */
  readonly index: readonly number[]
  readonly target: Target
  readonly changes: readonly ProposedChange[]
  /** Id of the same proposal if it already waits, else null. */
  readonly waiting: string | null
  /** 0–1. Null if the proposal adds nothing new to memory. */
  readonly confidence: number | null
  readonly reason: string
  readonly evidence: string
  /** Lines that the proposal is based on. If the proposal is rejected, these lines are not proposed again. */
  readonly lines: readonly { readonly path: string; readonly line: number | null; readonly text: string }[]
}

/** The preview of a compaction, and its proposals in the recommended order of decision. */
export interface PlannedCompaction<View> {
  readonly view: View
  readonly proposals: readonly PlannedProposal[]
  /** ISO day up to which daily logs count as compacted. Null for other kinds. */
  readonly upTo: string | null
  readonly considered: number
  readonly left: number
}

/**
 * Returns the memory that a compaction changes. `after` is its number of lines afterwards, or null if it
 * stays.
 */
export function targetView({ target, project }: CompactionPlace, after: number | null) {
  const lines = target.head?.lines ?? textLines(target.text).length
  return {
    file: target.head?.id ?? null,
    path: target.path,
    project: project.slug,
    agent: target.agent,
    lines,
    after: after ?? lines,
    budget: target.head === null ? null : maxLinesOf(target.head),
    sections: openSections(target),
  }
}

/** Returns the headings that an addition can be placed under: all but the file's title and its session log. */
export function openSections({ reading, text }: Pick<Target, "reading" | "text">): string[] {
  const { sections } = reading.format.parse(text, reading.path)
  const isTitled = sections[0]?.level === 1 && sections.filter(({ level }) => level <= 1).length === 1
  return sections
    .slice(isTitled ? 1 : 0)
    .map(({ name }) => name)
    .filter((name) => name.trim().toLowerCase() !== "session log")
}

/** Returns the maximum number of lines of a file: the lower of its budget and what is loaded. Null if it has neither. */
export function maxLinesOf({
  limits,
  cut,
}: {
  readonly limits: LoadLimits
  readonly cut: number | null
}): number | null {
  const loads = linesLoaded({ cut, limits })
  if (limits.budget === null) return loads
  return loads === null ? limits.budget : Math.min(limits.budget, loads)
}

/** Earlier proposals of compactions of a memory, by their outcome. */
export interface EarlierProposals {
  readonly refused: readonly RefusedStatement[]
  /** Approved statements, as worded in their proposals. */
  readonly approved: readonly { readonly id: string; readonly text: string }[]
  /** Keys of approved statements, as worded in the logs. */
  readonly known: ReadonlySet<string>
  readonly waiting: WaitingStatements
}

/** Reads the proposals of earlier compactions of a memory, by their outcome. */
export async function readEarlierProposals(
  { team, project, target }: CompactionPlace,
  kind: CompactionKind,
): Promise<EarlierProposals> {
  const [lines, additions] = await Promise.all([
    linesOfEarlierCompactions(wholeTeamUnchecked(team.id), {
      projectId: project.id,
      path: target.path,
      kind,
    }),
    waitingAdditions(wholeTeamUnchecked(team.id), project.id, target.path),
  ])
  const rejected = lines.filter(({ state }) => state === "rejected")
  const approved = lines.filter(({ state }) => state === "approved" || state === "merged")
  const waiting = new Map(
    lines.flatMap(({ state, key, proposalId }) => (state === "waiting" ? [[key, proposalId] as const] : [])),
  )
  return {
    refused: [
      ...rejected.map(({ key }) => ({ key, text: null })),
      ...textsOf(rejected).map(({ text }) => ({ key: keyOfStatement(text), text })),
    ],
    approved: textsOf(approved),
    known: new Set(approved.map(({ key }) => key)),
    waiting: { byKey: waiting, additions },
  }
}

const textsOf = (
  lines: readonly { readonly proposalId: string; readonly text: string }[],
): { id: string; text: string }[] => [
  ...new Map(lines.map(({ proposalId, text }) => [proposalId, { id: proposalId, text }])).values(),
]
