import type { ReasonChoice } from "@/components/queue/panel-form"
import { ownValue } from "@/lib/memory/text/own-value"
import { capitalize } from "@/lib/memory/text/sentence"

/** Common rejection reasons. Agents see them, and they are shown with similar proposals. */
export const REJECTION_REASONS: readonly ReasonChoice[] = [
  "Incorrect",
  "Duplicate",
  "Session noise",
  "Not of lasting value",
  "Instruction, not knowledge",
].map((words, place) => ({ key: String(place + 1), words }))

const REFUSALS: Record<string, string> = {
  stale: "The proposal has changed since you opened it. Review it again",
  conflict: "The proposal has already been reviewed",
  flagged: "Flagged proposals must be reviewed one by one. Open the proposal to see the finding",
  forbidden: "You do not have permission to review this proposal. Ask a team lead to review it",
  "not-found": "The proposal no longer exists",
}

/** Returns why a decision was refused. Prefers the message from the server. */
export function refusalWords(refused: { reason: string; message: string } | null): string {
  if (refused === null) return "The decision was not saved. Try again"
  const message = refused.message.trim()
  return message === ""
    ? (ownValue(REFUSALS, refused.reason) ?? "The decision was not saved. Try again")
    : capitalize(message)
}
