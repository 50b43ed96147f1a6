import type { ConflictFinding } from "@/components/conflicts/conflict-types"
import type { Item } from "../item"

/** How much a kind of item matters: what misleads agents now comes before what would help them. */
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
  /** A conflict of which a language model says that both entries can stand. */
  doubted: 15,
  info: 10,
  /** A conflict of a kind that the team mostly dismisses: below all others, however many agents load it. */
  dismissed: 0,
} as const

/** Agents beyond so many make nothing worse. */
const MOST_AGENTS = 9

/**
 * How much harm an item does while it waits, 0–100: by its kind, then by how many agents load it and how sure it is. `lowered`: findings of
 * conflicts that the team mostly dismisses.
 */
export function harmOf(item: Item, lowered: ReadonlySet<ConflictFinding> = new Set()): number {
  switch (item.kind) {
    case "proposal":
      return item.proposal.flagged ? WEIGHT.flagged : WEIGHT.proposal + (item.proposal.confidence ?? 0.5)
    case "conflict": {
      const { finding, agents } = item.conflict
      if (lowered.has(finding)) return WEIGHT.dismissed + loadedBy(agents)
      const kind = finding === "file" ? "file conflict" : secondLook(finding, item.conflict.opinion?.says)
      return WEIGHT[kind] + (item.conflict.opinion?.says === kind ? MOST_AGENTS : loadedBy(agents))
    }
    case "synthesis":
      return WEIGHT.synthesis
    case "seed":
      return WEIGHT.seed
    case "alert":
      return WEIGHT[item.alert.severity]
  }
}

const loadedBy = (agents: readonly string[] | undefined): number => Math.min(MOST_AGENTS, agents?.length ?? 0)

/** What a language model makes of a finding: it moves it within the list, and takes nothing out of it. */
const secondLook = (
  finding: "duplicate" | "contradiction",
  says: "contradiction" | "duplicate" | "neither" | undefined,
): keyof typeof WEIGHT => (says === "neither" ? "doubted" : (says ?? finding))
