import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { linesOfEarlierCompactions, waitingAdditions } from "@/lib/db/compaction/compactions"
import type { RefusedStatement } from "@/lib/memory/compaction/scored-log-entry"
import type { CompactionPlace } from "./target"
import type { CompactionKind } from "./compaction-outputs"
import { keyOfStatement, type WaitingStatements } from "./waiting-in"

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
