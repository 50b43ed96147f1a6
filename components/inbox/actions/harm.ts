import type { ConflictFinding, ConflictSummary } from "@/components/conflicts/conflict-types"
import type { InboxItem } from "../item"

/** Weight of each kind of item. Items that mislead agents now rank above items that would help them. */
const WEIGHT = {
  flagged: 90,
  error: 80,
  "file conflict": 70,
  contradiction: 60,
  proposal: 50,
  synthesis: 40,
  seed: 40,
  warning: 30,
  duplicate: 20,
  /** A conflict that the language model considers compatible. */
  doubted: 15,
  info: 10,
  /** A conflict of a kind that the team mostly dismisses. Ranks last. */
  dismissed: 0,
} as const

/** More agents than this do not increase the harm. */
const MOST_AGENTS = 9

/**
 * Returns the harm of an undecided item, 0–100. It depends on the kind, the number of agents that load the
 * item, and its confidence. `lowered`: findings that the team mostly dismisses.
 */
export function harmOf(item: InboxItem, lowered: ReadonlySet<ConflictFinding> = new Set()): number {
  switch (item.kind) {
    case "proposal":
      return item.proposal.flagged ? WEIGHT.flagged : WEIGHT.proposal + (item.proposal.confidence ?? 0.5)
    case "conflict":
      return harmOfConflict(item.conflict, lowered)
    case "synthesis":
      return WEIGHT.synthesis
    case "seed":
      return WEIGHT.seed
    case "alert":
      return WEIGHT[item.alert.severity]
  }
}

function harmOfConflict(
  { finding, agents, opinion }: ConflictSummary,
  lowered: ReadonlySet<ConflictFinding>,
): number {
  if (lowered.has(finding)) return WEIGHT.dismissed + loadedBy(agents)
  const kind = finding === "file" ? "file conflict" : secondLook(finding, opinion?.says)
  return WEIGHT[kind] + (opinion?.says === kind ? MOST_AGENTS : loadedBy(agents))
}

const loadedBy = (agents: readonly string[] | undefined): number => Math.min(MOST_AGENTS, agents?.length ?? 0)

/** Returns the kind after a language model’s opinion, which reorders items and never hides them. */
const secondLook = (
  finding: "duplicate" | "contradiction",
  says: "contradiction" | "duplicate" | "neither" | undefined,
): keyof typeof WEIGHT => (says === "neither" ? "doubted" : (says ?? finding))
