import { ownValue } from "@/lib/memory/text/own-value"
import { GitCompareArrows } from "lucide-react"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import { conflictHeadline } from "@/components/conflicts/headline"
import { count } from "@/components/data/count"
import type { ItemLook } from "../../item"

/** Returns the row of a conflict. */
export function lookOfConflict(conflict: ConflictSummary): ItemLook {
  const { decided, finding } = conflict
  const kind = { words: FINDING_TAGS[finding], tone: "caution" } as const
  return {
    Icon: GitCompareArrows,
    asks: "Conflict",
    headline: conflictHeadline(conflict),
    at: decided?.at ?? conflict.createdAt,
    alarms: decided ? [{ words: ownValue(RESOLVED, decided.verdict) ?? "resolved", tone: "good" }] : [kind],
    who: decided ? `by ${decided.by}` : readersWords(conflict),
    tags: [],
    note: decided?.reason || null,
  }
}

const FINDING_TAGS = { file: "file conflict", duplicate: "duplicate", contradiction: "conflict" } as const

/** Returns who loads the sides: "3 agents load both sides", "1 agent loads it". */
function readersWords({ agents, finding, left, right }: ConflictSummary): string {
  if (agents.length === 0) return "not loaded by any agent"
  const loaded = `${count(agents.length, "agent")} ${agents.length === 1 ? "loads" : "load"}`
  if (finding === "file") return `${loaded} it`
  const isBoth = left.agents.length === agents.length && right.agents.length === agents.length
  return `${loaded} ${isBoth ? "both sides" : "one side"}`
}

const RESOLVED: Record<string, string> = {
  "keep-left": "kept left",
  "keep-right": "kept right",
  "keep-both": "kept both",
  merge: "merged",
  "delete-both": "deleted both",
  override: "overridden",
  "not-a-conflict": "not a conflict",
}
