import { ownValue } from "@/lib/memory/text/own-value"

/** An event that the server sends for each change in a team. */
export interface LiveEvent {
  number: string | number
  kind: string
  by: string
  byId: string
  /** Missing if there are too many to list. */
  proposals?: ChangedItem[]
  conflicts?: ChangedItem[]
  syntheses?: ChangedItem[]
  seeds?: ChangedItem[]
  alerts?: ChangedItem[]
}

/** The members of an event that name changed items. */
export type ChangedMember = Exclude<keyof LiveEvent, "number" | "kind" | "by" | "byId">

/** A changed item. `state` is missing if the item is undecided. */
export interface ChangedItem {
  id: string
  state?: string
  verdict?: string
  /** The new version of a seed plan whose entries were moved. */
  version?: number
}

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
  if (state === "undone") return "Undone: the seeded entries were removed. Create a new plan under Seed"
  const done = ownValue(DONE, verdict ?? "") ?? ownValue(DONE, state ?? "") ?? "Decided"
  return `${done}${byWords(by)}`
}

/** Returns the end of a sentence: " by Mara Reyes". Empty if the name is unknown. */
export const byWords = (by: string | null): string => (by === null ? "" : ` by ${by}`)

/** Returns the parsed event, or null if it is not a Quarterdeck event. */
export function readLiveEvent(data: string): LiveEvent | null {
  try {
    const event = JSON.parse(data) as LiveEvent | null
    return event && typeof event.kind === "string" ? event : null
  } catch {
    return null // A proxy sent something else.
  }
}
