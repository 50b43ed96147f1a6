import type { ConflictSummary } from "./shapes"

/** As much of each side as a row of the list has room for. */
const SHORT = 56
/** How many of the words that both begin with are kept before those that differ. */
const BEFORE = 3

/** One line for a list: “Services call each other over REST” stands against “Service calls go through the event bus”. */
export function conflictHeadline({ kind, finding, left, right, evidence }: Pick<ConflictSummary, "kind" | "finding" | "left" | "right" | "evidence">): string {
  if (kind === "file") return evidence.message || "It changed here and in its source"
  const [one, other] = [wordsOf(left.text), wordsOf(right.text)]
  let same = 0
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same += 1
  const from = Math.max(0, same - BEFORE)
  return `“${shortened(one, from)}” ${finding === "duplicate" ? "says what" : "stands against"} “${shortened(other, from)}”${finding === "duplicate" ? " says" : ""}`
}

const wordsOf = (text: string) => text.trim().split(/\s+/)

/** All of it where there is room, else what differs. */
function shortened(words: readonly string[], from: number): string {
  const whole = words.join(" ")
  if (whole.length <= SHORT) return whole
  const rest = from > 1 && from < words.length ? `… ${words.slice(from).join(" ")}` : whole
  return rest.length <= SHORT ? rest : `${rest.slice(0, SHORT).trimEnd()} …`
}
