import { stepBetween } from "./line-step"
import { textLines } from "./text-lines"

/**
 * Lines that differ in one place. Lines count from 1. If no line was cut, `left` is the line that would
 * follow; if no line was added, `right` is.
 */
export interface TextHunk {
  readonly left: number
  readonly cut: readonly string[]
  readonly right: number
  readonly added: readonly string[]
}

/** Returns the lines to cut from one text and to add to get the other. A moved line is cut in one place and added in another. */
export function hunksBetween(
  left: string,
  right: string,
): { hunks: TextHunk[]; added: number; cut: number; moved: number } {
  const [before, after] = [textLines(left), textLines(right)]
  const { from, moved, added, cut } = stepBetween(before, after)
  const hunks: TextHunk[] = []
  let [at, old] = [0, 0]
  while (at < after.length || old < before.length) {
    const isKept = (place: number) => (from[place] as number) >= 0 && !moved.has(place)
    if (at < after.length && isKept(at) && from[at] === old) {
      at += 1
      old += 1
      continue
    }
    const [start, oldStart] = [at, old]
    while (at < after.length && !isKept(at)) at += 1
    old = at < after.length ? (from[at] as number) : before.length
    hunks.push({
      left: oldStart + 1,
      cut: before.slice(oldStart, old),
      right: start + 1,
      added: after.slice(start, at),
    })
  }
  return { hunks, added, cut, moved: moved.size }
}
