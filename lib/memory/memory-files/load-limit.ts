import type { LoadLimits } from "./format"

/** Position at which a harness stops loading a file. */
export interface Cut {
  /** First line, from 1, that is not loaded completely. */
  readonly line: number
  /** Start of that line in UTF-16 units. */
  readonly offset: number
  readonly reason: "lines" | "bytes" | "characters"
}

/**
 * Returns the maximum number of lines of a file that its harness loads. Null if the whole file is loaded and
 * no limit counts lines.
 */
export const linesLoaded = ({ cut, limits }: { cut: number | null; limits: Pick<LoadLimits, "lines"> }) =>
  cut === null ? limits.lines : cut - 1

/**
 * Returns the first line that a harness does not load; null if it loads all. A byte order mark counts toward the limits in bytes and
 * characters.
 */
export function cutOf(
  text: string,
  { lines = null, bytes = null, characters = null }: Partial<Pick<LoadLimits, Cut["reason"]>>,
): Cut | null {
  if (lines === null && !exceeds(text.length * 3, bytes) && !exceeds(text.length, characters)) return null
  const exceededAt = (line: number, loadedBytes: number, end: number): Cut["reason"] | null => {
    if (exceeds(line, lines)) return "lines"
    if (exceeds(loadedBytes, bytes)) return "bytes"
    return exceeds(end, characters) ? "characters" : null
  }
  let line = 1
  let loaded = 0
  const mark = text.startsWith("\uFEFF") ? 1 : 0
  for (let start = mark; start < text.length; line += 1) {
    const end = endOfLine(text, start)
    const from = start === mark ? 0 : start
    const reason = exceededAt(line, loaded + utf8Length(text, from, end), end)
    if (reason !== null) return { line, offset: start, reason }
    const next = nextLine(text, end)
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

function nextLine(text: string, end: number): number {
  if (text.startsWith("\r\n", end)) return end + 2
  return Math.min(end + 1, text.length)
}

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
