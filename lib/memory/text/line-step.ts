import { alignParts } from "./alignment"

/** The changes of one step, line by line. */
export interface LineStep {
  /** Index before the step of each line after it. -1 for new lines. */
  readonly from: Int32Array
  /** Indexes of moved lines: the same text in another order. */
  readonly moved: ReadonlySet<number>
  /** Number of lines added and removed by the step, without moved lines. */
  readonly added: number
  readonly cut: number
}

/**
 * Compares the lines before a step with those after it. A line is moved if an identical line was removed elsewhere, both are unique among
 * the changed lines, and the text is long enough to recognize.
 */
export function stepBetween(before: readonly string[], after: readonly string[]): LineStep {
  const from = new Int32Array(after.length).fill(-1)
  let [start, end, endBefore] = [0, after.length, before.length]
  while (start < end && start < endBefore && after[start] === before[start]) from[start] = start++
  while (end > start && endBefore > start && after[end - 1] === before[endBefore - 1])
    from[--end] = --endBefore
  const old = before.slice(start, endBefore)
  const fresh = after.slice(start, end)
  for (const [at, place] of alignParts(fresh, old).entries()) if (place >= 0) from[start + at] = start + place
  return { from, ...traceMoved({ old, fresh, start }, from) }
}

interface Changed {
  readonly old: readonly string[]
  readonly fresh: readonly string[]
  /** Index of the first line of both ranges. */
  readonly start: number
}

function traceMoved({ old, fresh, start }: Changed, from: Int32Array): Omit<LineStep, "from"> {
  const kept = new Set(from.subarray(start, start + fresh.length))
  const gone = old.flatMap((text, at) => (kept.has(start + at) ? [] : [{ text, at: start + at }]))
  const come = fresh.flatMap((text, at) => (from[start + at] === -1 ? [{ text, at: start + at }] : []))
  const left = onlyOnes(gone)
  const moved = new Set<number>()
  for (const [text, at] of onlyOnes(come)) {
    const place = left.get(text) ?? null
    if (place === null || at === null) continue
    from[at] = place
    moved.add(at)
  }
  return { moved, added: come.length - moved.size, cut: gone.length - moved.size }
}

/** Maps each text to the place of its only line, or to null for repeated lines. Skips punctuation and short lines. */
function onlyOnes(
  lines: readonly { readonly text: string; readonly at: number }[],
): Map<string, number | null> {
  const found = new Map<string, number | null>()
  for (const { text, at } of lines) if (tells(text)) found.set(text, found.has(text) ? null : at)
  return found
}

/** Minimum number of characters of a line that can be recognized in another place. */
const TELLING = 6
const tells = (text: string): boolean => text.trim().length >= TELLING && /[\p{L}\p{N}]/u.test(text)
