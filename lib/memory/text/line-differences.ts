import { ownValue } from "@/lib/memory/text/own-value"
import { alignParts } from "./alignment"

/** Changed lines at one place of two texts, with context lines. Each line keeps its line break. Only "\n" ends a line, as in git. */
interface Hunk {
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

/** A file that a patch changes. A text is null if the file does not exist on that side. */
export interface PatchedFile {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  /** File mode as git writes it. Default: an ordinary file. */
  readonly mode?: string
}

const CONTEXT = 3

/** Returns a patch for `git apply` and `patch -p1` with every changed file, in the given order. */
export function patchOf(files: readonly PatchedFile[]): string {
  return files
    .filter(({ before, after }) => before !== after)
    .map(patched)
    .join("")
}

function patched({ path, before, after, mode = "100644" }: PatchedFile): string {
  const [from, to] = [nameOf("a/", path), nameOf("b/", path)]
  const head = [`diff --git ${from} ${to}`]
  if (before === null) head.push(`new file mode ${mode}`)
  if (after === null) head.push(`deleted file mode ${mode}`)
  const hunks = hunksOf(before ?? "", after ?? "", CONTEXT)
  if (hunks.length > 0)
    head.push(
      `--- ${before === null ? "/dev/null" : ended(from)}`,
      `+++ ${after === null ? "/dev/null" : ended(to)}`,
    )
  return `${head.join("\n")}\n${hunks.map(hunkText).join("")}`
}

function hunkText({ beforeLine, afterLine, lines }: Hunk): string {
  const range = (line: number, not: "add" | "cut") => {
    const count = lines.filter((one) => one.kind !== not).length
    return `${count === 0 ? line - 1 : line}${count === 1 ? "" : `,${count}`}`
  }
  const body = lines.map(
    ({ kind, text }) =>
      `${{ same: " ", cut: "-", add: "+" }[kind]}${text}${text.endsWith("\n") ? "" : "\n\\ No newline at end of file\n"}`,
  )
  return `@@ -${range(beforeLine, "add")} +${range(afterLine, "cut")} @@\n${body.join("")}`
}

/**
 * Returns a path as git writes it: in quotes with C escapes if it contains quotes, backslashes or control
 * characters.
 */
function nameOf(side: "a/" | "b/", path: string): string {
  if (!/["\\\p{Cc}]/u.test(path)) return side + path
  const escaped = [...path].map(
    (letter) =>
      ownValue(ESCAPES, letter) ??
      (/\p{Cc}/u.test(letter)
        ? [...new TextEncoder().encode(letter)]
            .map((byte) => `\\${byte.toString(8).padStart(3, "0")}`)
            .join("")
        : letter),
  )
  return `"${side}${escaped.join("")}"`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
}

/** Ends a name that contains a space with a tab, to separate the name from any text after it. */
const ended = (name: string): string => (name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name)

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

/** Returns the lines of a text without line breaks and without a byte order mark. A final line break does not begin another line. */
export function textLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(text.includes("\r") ? /\r\n|\r|\n/ : "\n")
  if (lines.at(-1) === "") lines.pop()
  return lines
}
