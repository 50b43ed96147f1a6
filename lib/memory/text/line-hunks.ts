import { alignParts } from "./alignment"

/** Changed lines at one place of two texts, with context lines. Each line keeps its line break. Only "\n" ends a line, as in git. */
export interface Hunk {
  /** Line at which the hunk begins in the first text, from 1. `afterLine`: in the second text. */
  readonly beforeLine: number
  readonly afterLine: number
  readonly lines: readonly HunkLine[]
}

export interface HunkLine {
  readonly kind: "same" | "cut" | "add"
  readonly text: string
}

/**
 * Returns the places where two texts differ, each with at most `context` lines before and after it. Places
 * that touch are merged.
 */
export function hunksOf(before: string, after: string, context: number): Hunk[] {
  if (before === after) return []
  const all = alignedLines(cutLines(before), cutLines(after))
  const changed = all.flatMap((line, at) => (line.kind === "same" ? [] : [at]))
  const hunks: Hunk[] = []
  for (let first = 0; first < changed.length;) {
    let last = first
    while (
      last + 1 < changed.length &&
      (changed[last + 1] as number) - (changed[last] as number) <= 2 * context + 1
    )
      last += 1
    const [from, to] = [
      Math.max(0, (changed[first] as number) - context),
      Math.min(all.length, (changed[last] as number) + 1 + context),
    ]
    const above = all.slice(0, from)
    hunks.push({
      beforeLine: countOf(above, "add") + 1,
      afterLine: countOf(above, "cut") + 1,
      lines: all.slice(from, to),
    })
    first = last + 1
  }
  return hunks
}

/** Returns the number of lines added and removed between two texts, compared in place. */
export function countChanges(before: string, after: string): { added: number; removed: number } {
  const lines = hunksOf(before, after, 0).flatMap((hunk) => hunk.lines)
  return {
    added: lines.filter((line) => line.kind === "add").length,
    removed: lines.filter((line) => line.kind === "cut").length,
  }
}

/** Returns the lines of a text with their line breaks. The last line may have none. */
export const cutLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Returns the number of lines without those of the kind `not`. */
const countOf = (lines: readonly HunkLine[], not: "add" | "cut"): number =>
  lines.filter((line) => line.kind !== not).length

/** Returns the lines of both texts in one list. Removed lines come before the lines that replace them. */
function alignedLines(before: readonly string[], after: readonly string[]): HunkLine[] {
  const places = alignParts(before, after)
  const lines: HunkLine[] = []
  let [at, other] = [0, 0]
  for (let anchor = 0; anchor <= before.length; anchor += 1) {
    const place = anchor === before.length ? after.length : (places[anchor] as number)
    if (place < 0) continue
    while (at < anchor) lines.push({ kind: "cut", text: before[at++] as string })
    while (other < place) lines.push({ kind: "add", text: after[other++] as string })
    if (anchor < before.length) {
      lines.push({ kind: "same", text: before[anchor] as string })
      ;[at, other] = [anchor + 1, place + 1]
    }
  }
  return lines
}
