import { ownValue } from "@/lib/memory/text/own-value"
import { type ChangedItem } from "./live-event"

const DONE: Record<string, string> = {
  approved: "Approved",
  edited: "Approved with edits",
  merged: "Merged",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  resolved: "Resolved",
  dismissed: "Marked as not a conflict",
  expired: "Expired",
  applied: "Applied",
  proposed: "Turned into proposals",
  dropped: "Discarded",
  fresh: "Set to start fresh",
  published: "Published",
  replaced: "Published (since replaced)",
}

/** Returns a decision in words: "Approved by Mara Reyes". `by`: null if the decider is unknown. */
export function decidedByWords(
  { verdict, state }: Pick<ChangedItem, "verdict" | "state">,
  by: string | null,
): string {
  // An undone seed plan is not undecided again.
  if (state === "undone")
    return "Undone: the seeded entries were removed. Create a new plan under Seed agents"
  const done = ownValue(DONE, verdict ?? "") ?? ownValue(DONE, state ?? "") ?? "Decided"
  return `${done}${byWords(by)}`
}

/** Returns the end of a sentence: " by Mara Reyes". Empty if the name is unknown. */
export const byWords = (by: string | null): string => (by === null ? "" : ` by ${by}`)
