import { ownValue } from "@/lib/memory/text/own-value"
import { count } from "@/components/data/count"
import type { RevisionLine } from "./history-types"

/** Who a revision is from, in few words: the agent that proposed it, else who wrote it. */
export function describeAuthor({ by, from }: Pick<RevisionLine, "by" | "from">): string {
  const authors = [...new Set(from.map((one) => one.agent ?? one.author))]
  return authors.length === 0 ? by : authors.length > 2 ? `${authors.length} authors` : authors.join(", ")
}

/** Who wrote a revision into the store. */
export function describeWho({ by, byKind }: Pick<RevisionLine, "by" | "byKind">): string {
  return byKind === "token" ? `${by}, by access token` : by
}

/** "2026-11-21 22:14 UTC" */
export function describeInstant(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}

/** What it does to a file to become an earlier text of it: "changes 4 lines back". Null where it reads so already. */
export function describeRestore(
  { added, cut, moved }: { added: number; cut: number; moved: number },
  same: boolean,
): string | null {
  if (same) return null
  if (added === 0 && cut === 0)
    return moved > 0 ? `moves ${count(moved, "line")} back` : "changes what ends its lines"
  if (added === cut) return `changes ${count(added, "line")} back`
  const parts = [
    ...(added > 0 ? [`brings ${count(added, "line")} back`] : []),
    ...(cut > 0 ? [`takes ${added > 0 ? cut.toLocaleString("en") : count(cut, "line")} out`] : []),
  ]
  return parts.join(", ")
}

export const TURN_WORDS: Readonly<Record<string, string>> = {
  added: "added",
  removed: "removed",
  reworded: "reworded",
  retired: "retired",
  restored: "current again",
  moved: "moved",
  restated: "details changed",
}

/** "2 entries added, 1 reworded". Empty where nothing happened to entries. */
export function describeTurns(entries: readonly { turns: readonly string[] }[]): string {
  const counts = new Map<string, number>()
  for (const { turns } of entries) for (const turn of turns) counts.set(turn, (counts.get(turn) ?? 0) + 1)
  const parts = Object.keys(TURN_WORDS).flatMap((turn) =>
    counts.has(turn) ? [{ turn, number: counts.get(turn) ?? 0 }] : [],
  )
  return parts
    .map(
      ({ turn, number }, at) =>
        `${at === 0 ? count(number, "entry", "entries") : number.toLocaleString("en")} ${ownValue(TURN_WORDS, turn)}`,
    )
    .join(", ")
}
