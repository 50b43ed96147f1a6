import { titledStatement } from "@/lib/memory/memory-files/shown-statement"
import type { ConflictSide, ConflictSummary } from "./conflict"
import { capitalize } from "@/lib/memory/text/sentence"

/** Maximum number of characters of both texts together in a list row. */
const ROOM = 76
/**
 * Maximum number of characters of both texts together that are shown in full if they begin with the same
 * words.
 */
const ALIKE_ROOM = 50
const ALIKE = 3
/** Number of shared words kept before the difference. */
const BEFORE = 1

/**
 * Returns the headline of a conflict: “Use REST” conflicts with “Use the event bus”. Shared first words are
 * shortened in the second text.
 */
export function conflictHeadline({
  kind,
  finding,
  path,
  left,
  right,
  evidence,
}: Pick<ConflictSummary, "kind" | "finding" | "path" | "left" | "right" | "evidence">): string {
  if (kind === "file") return fileHeadline(path, evidence.message)
  const [one, other] = [wordsOf(left), wordsOf(right)]
  if (one.join(" ") === other.join(" ")) return `Duplicate: “${cut(one.join(" "), ROOM)}”`
  let same = 0
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same += 1
  const isShort = one.join(" ").length + other.join(" ").length <= (same >= ALIKE ? ALIKE_ROOM : ROOM)
  const second = isShort ? other.join(" ") : cut(differing(other, same), ROOM / 2)
  const first = cut(
    isShort || second.length + one.join(" ").length <= ROOM ? one.join(" ") : differing(one, same),
    ROOM - second.length,
  )
  return finding === "duplicate"
    ? `“${first}” duplicates “${second}”`
    : `“${first}” conflicts with “${second}”`
}

/** Returns what happened to a file, without its path: "Changed here and in its source, in the same place". */
export function fileHeadline(path: string, message: string): string {
  const rest = message.startsWith(`${path} `) ? message.slice(path.length + 1).replace(/^was /, "") : message
  return rest === "" ? "Changed here and in the source" : capitalize(rest)
}

/** Returns the words of a side with its label: "How to apply: run the smoke tests". */
const wordsOf = ({ text, entries }: ConflictSide) =>
  titledStatement({ text, title: entries[0]?.title }).trim().split(/\s+/)

function differing(words: readonly string[], same: number): string {
  const from = Math.max(0, same - BEFORE)
  return from > 1 && from < words.length ? `… ${words.slice(from).join(" ")}` : words.join(" ")
}

/** Returns the text, shortened to `most` characters at the end of a word. A single long word is cut inside. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf(" ", most - 1)
  return `${text.slice(0, end > most / 2 ? end : most - 1).trimEnd()}…`
}

/** Returns the agents that load both sides, only left, or only right. */
export function radiusOf({ left, right }: Pick<ConflictSummary, "left" | "right">): {
  both: string[]
  left: string[]
  right: string[]
} {
  const [one, other] = [new Set(left.agents), new Set(right.agents)]
  return {
    both: left.agents.filter((agent) => other.has(agent)),
    left: left.agents.filter((agent) => !other.has(agent)),
    right: right.agents.filter((agent) => !one.has(agent)),
  }
}
