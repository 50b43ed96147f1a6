import type { OutputOf } from "@/lib/http/contract"
import type { FormState } from "@/components/data/form-state"
import { ownValue } from "@/lib/memory/text/own-value"
import { count } from "@/components/data/count"

/** A proposal that a revision contains. */
export type RevisionOrigin = RevisionLine["from"][number]

/** Author, date and reason of a revision. */
export type RevisionLine = OutputOf<"file.blame">["revisions"][number]

/** The result of a restore, with the values for undo. */
export interface RestoreState extends FormState {
  readonly undo?: { readonly file: string; readonly revision: number; readonly base: number }
}
export type RestoreAction = (state: RestoreState, form: FormData) => Promise<RestoreState>

/** Returns the author of a revision: the proposing agents, or else the writer. */
export function describeAuthor({ by, from }: Pick<RevisionLine, "by" | "from">): string {
  const authors = [...new Set(from.map((one) => one.agent ?? one.author))]
  if (authors.length === 0) return by
  return authors.length > 2 ? `${authors.length} authors` : authors.join(", ")
}

/** Returns the writer of a revision. */
export function describeWho({ by, byKind }: Pick<RevisionLine, "by" | "byKind">): string {
  return byKind === "token" ? `${by}, via access token` : by
}

/** Returns the effect of restoring an earlier text: "changes 4 lines"; null if nothing changes. */
export function describeRestore(
  { added, cut, moved }: { added: number; cut: number; moved: number },
  same: boolean,
): string | null {
  if (same) return null
  if (added === 0 && cut === 0) return moved > 0 ? `moves ${count(moved, "line")}` : "changes line endings"
  if (added === cut) return `changes ${count(added, "line")}`
  const parts = [
    ...(added > 0 ? [`adds ${count(added, "line")}`] : []),
    ...(cut > 0 ? [`removes ${added > 0 ? cut.toLocaleString("en") : count(cut, "line")}`] : []),
  ]
  return parts.join(", ")
}

export const TURN_WORDS: Readonly<Record<string, string>> = {
  added: "added",
  removed: "removed",
  reworded: "reworded",
  retired: "retired",
  restored: "restored",
  moved: "moved",
  restated: "updated",
}

/** Returns the entry changes in words: "2 entries added, 1 reworded". Empty if no entries changed. */
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
