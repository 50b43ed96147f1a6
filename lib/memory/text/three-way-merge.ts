import { alignParts } from "./alignment"

interface Three {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/**
 * Merges two changes of one text. Returns null if both changed the same place differently. `by` is the unit of comparison: words for a
 * statement, lines for a file. Adjacent lines are two places, adjacent words are one, so that a sentence never mixes two edits. Keeps line
 * breaks and spaces. Swapping ours and theirs gives the same result.
 */
export function mergeThreeWay({ base, ours, theirs, by }: Three & { by: "words" | "lines" }): string | null {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  const cut = by === "words" ? wordsOf : linesWithEnds
  const merged = mergeParts(
    { base: cut(base), ours: cut(ours), theirs: cut(theirs) },
    by === "words" ? "one place" : "two places",
  )
  return merged === null || (by === "lines" && isRunTogether(merged)) ? null : merged.join("")
}

/**
 * Merges by lines. If both sides insert lines at one place, ours come first, and a line that both insert
 * appears once. Null if both changed the same place differently.
 */
export function mergeKeepingBoth({ base, ours, theirs }: Three): string | null {
  // A line appended after a last line without a line break changes that line too.
  const end = /[\r\n]$/.test(base)
    ? ""
    : (["\r\n", "\n", "\r"].find((one) => ours.startsWith(base + one) && theirs.startsWith(base + one)) ?? "")
  const merged = mergeParts(
    { base: linesWithEnds(base + end), ours: linesWithEnds(ours), theirs: linesWithEnds(theirs) },
    "beside each other",
  )
  if (merged === null) return null
  const broken = merged.findIndex((line, at) => at < merged.length - 1 && !/[\r\n]$/.test(line))
  const lineEnd = /\r\n|\r|\n/.exec(merged.join(""))?.[0] ?? "\n"
  const whole =
    end !== "" && broken >= 0 ? merged.map((line, at) => (at === broken ? line + lineEnd : line)) : merged
  return isRunTogether(whole) ? null : whole.join("")
}

const isRunTogether = (lines: readonly string[]): boolean =>
  lines.slice(0, -1).some((line) => !/[\r\n]$/.test(line))

/** Parts of three versions of a sequence, such as lines or words. */
export interface ThreeRows {
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/**
 * Merges two changes of a row. Returns null if both changed the same place differently. `touching` decides if adjacent changes share one
 * place. Two insertions at one place have no order, except with "beside each other": ours come first, and equal insertions appear once.
 */
export function mergeParts(
  { base, ours, theirs }: ThreeRows,
  touching: "one place" | "two places" | "beside each other",
): string[] | null {
  const mine = new Set<Edit>(editsOf(base, ours))
  const edits = [...mine, ...editsOf(base, theirs)].toSorted(
    (a, b) => a.start - b.start || a.end - b.end || Number(mine.has(b)) - Number(mine.has(a)),
  )
  const merged: string[] = []
  let kept = 0
  let last: Edit | null = null
  for (const edit of edits) {
    if (last !== null && isSame(last, edit)) continue
    if (
      last !== null &&
      isPutIn(last) &&
      isPutIn(edit) &&
      last.start === edit.start &&
      touching === "beside each other"
    ) {
      const before = new Set(last.parts.filter((part) => part.trim() !== ""))
      merged.push(...edit.parts.filter((part) => !before.has(part)))
      last = edit
      continue
    }
    if (last !== null && meets(last, edit, touching)) return null
    merged.push(...base.slice(kept, edit.start), ...edit.parts)
    kept = edit.end
    last = edit
  }
  merged.push(...base.slice(kept))
  return merged
}

/** The replacement of `base[start…end)`. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly parts: readonly string[]
}

function editsOf(base: readonly string[], other: readonly string[]): Edit[] {
  const edits: Edit[] = []
  const places = alignParts(base, other)
  let [start, from] = [0, 0]
  for (let at = 0; at <= base.length; at += 1) {
    const place = at === base.length ? other.length : (places[at] as number)
    if (place < 0) continue
    if (at > start || place > from) edits.push({ start, end: at, parts: other.slice(from, place) })
    ;[start, from] = [at + 1, place + 1]
  }
  return edits
}

const isSame = (one: Edit, other: Edit): boolean =>
  one.start === other.start &&
  one.end === other.end &&
  one.parts.length === other.parts.length &&
  one.parts.every((part, index) => part === other.parts[index])

const isPutIn = ({ start, end }: Edit): boolean => start === end

/** True if two edits share a place. `before` is the edit that comes first. */
function meets(
  before: Edit,
  after: Edit,
  touching: "one place" | "two places" | "beside each other",
): boolean {
  if (before.end !== after.start) return before.end > after.start
  return touching === "one place" || (isPutIn(before) && isPutIn(after))
}

/** Returns the words of a text, each with the blanks before it. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? []

/** Returns the lines of a text, each with its line break. */
export const linesWithEnds = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
