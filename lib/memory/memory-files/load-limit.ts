import type { LoadLimits } from "./format"

/** Where a harness stops reading a file. */
export interface Cut {
  /** The first line that is not loaded, or not loaded whole. */
  readonly line: number
  /** Where that line starts, in UTF-16 units. */
  readonly offset: number
  readonly reason: "lines" | "bytes" | "characters"
}

/**
 * Returns how many lines of a file its harness loads at most: up to the cut, whichever limit makes it, else the limit in lines. Null
 * where all is loaded and no limit counts lines.
 */
export const linesLoaded = ({ cut, limits }: { cut: number | null; limits: Pick<LoadLimits, "lines"> }) =>
  cut === null ? limits.lines : cut - 1

/** The first line beyond what a harness loads, null where it loads all. A byte order mark counts in bytes and characters, not in lines. */
export function cutOf(text: string, limits: Pick<LoadLimits, "lines" | "bytes" | "characters">): Cut | null {
  const { lines = null, bytes = null, characters = null } = limits
  if (lines === null && !exceeds(text.length * 3, bytes) && !exceeds(text.length, characters)) return null
  let line = 1
  let loaded = 0
  const mark = text.startsWith("\uFEFF") ? 1 : 0
  for (let start = mark; start < text.length; line += 1) {
    const end = endOfLine(text, start)
    if (exceeds(line, lines)) return { line, offset: start, reason: "lines" }
    const next = nextLine(text, end)
    const from = start === mark ? 0 : start
    if (exceeds(loaded + utf8Length(text, from, end), bytes)) return { line, offset: start, reason: "bytes" }
    if (exceeds(end, characters)) return { line, offset: start, reason: "characters" }
    loaded += utf8Length(text, from, next)
    start = next
  }
  return null
}

const exceeds = (amount: number, limit: number | null) => limit !== null && amount > limit

function endOfLine(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return at
  }
  return text.length
}

const nextLine = (text: string, end: number) =>
  end + (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? 2 : end < text.length ? 1 : 0)

function utf8Length(text: string, start: number, end: number): number {
  let length = 0
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80) length += 1
    else if (code < 0x800) length += 2
    else if (code >= 0xd800 && code <= 0xdfff) length += 2
    else length += 3
  }
  return length
}
