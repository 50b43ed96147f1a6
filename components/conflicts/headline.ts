import { titledStatement } from "@/lib/memory/memory-files/titled-statement"
import type { ConflictSide, ConflictSummary } from "./conflict-types"

/** As much of both sides together as a row of the list has room for. */
const ROOM = 76
/** Where both begin alike, no more is repeated than this. */
const ALIKE_ROOM = 50
const ALIKE = 3
/** How many of the words that both begin with are kept before those that differ. */
const BEFORE = 1

/** One line for a list: “Services call each other over REST” stands against “Service calls go through the event bus”. Where both begin alike, the second is told by what differs. */
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
  if (one.join(" ") === other.join(" ")) return `“${cut(one.join(" "), ROOM)}” is said twice`
  let same = 0
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same += 1
  const isShort = one.join(" ").length + other.join(" ").length <= (same >= ALIKE ? ALIKE_ROOM : ROOM)
  const second = isShort ? other.join(" ") : cut(differing(other, same), ROOM / 2)
  const first = cut(
    isShort || second.length + one.join(" ").length <= ROOM ? one.join(" ") : differing(one, same),
    ROOM - second.length,
  )
  return finding === "duplicate"
    ? `“${first}” says what “${second}” says`
    : `“${first}” stands against “${second}”`
}

/** What happened to a file, where its path stands above it already. */
export function fileHeadline(path: string, message: string): string {
  const rest = message.startsWith(`${path} `) ? message.slice(path.length + 1) : message
  return rest === "" ? "It changed here and in its source" : rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** "How to apply: run the smoke tests" where it stands below a label. */
const wordsOf = ({ text, entries }: ConflictSide) =>
  titledStatement({ text, title: entries[0]?.title }).trim().split(/\s+/)

function differing(words: readonly string[], same: number): string {
  const from = Math.max(0, same - BEFORE)
  return from > 1 && from < words.length ? `… ${words.slice(from).join(" ")}` : words.join(" ")
}

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 2).trimEnd()} …`
