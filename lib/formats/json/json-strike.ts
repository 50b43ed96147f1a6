import { quote, type ListStyle } from "./json-edit"
import type { JsonScalar } from "./json-tree"
import type { Splice } from "../markdown/splices"

/** A string with a retirement mark in its text, as in category memory: `~~statement~~ ← STALE (why)`. */
export interface Struck {
  readonly text: string
  readonly why: string | null
  /** Returns the same mark around other text. */
  around(words: string): string
}

const STRUCK = /^~~([^]+)~~(?: ← STALE(?: \(([^]*)\))?)?$/

export function readStruck(words: string): Struck | null {
  const match = STRUCK.exec(words)
  const text = match?.[1]
  if (text === undefined || text.trim() === "") return null
  const tail = words.slice(2 + text.length)
  return { text, why: match?.[2] ?? null, around: (other) => `~~${other}${tail}` }
}

/** Marks a string as retired. The text between the marks keeps its spelling. */
export function strike(
  { start, end, value }: JsonScalar,
  { why, style }: { why: string; style: ListStyle },
): Splice[] {
  if (typeof value !== "string" || readStruck(value) !== null) return []
  return [
    { start: start + 1, end: start + 1, text: "~~" },
    { start: end - 1, end: end - 1, text: tailFor(why, style) },
  ]
}

export function unstrike(text: string, { start, end, value }: JsonScalar, style: ListStyle): Splice[] {
  const struck = typeof value === "string" ? readStruck(value) : null
  if (struck === null) return []
  const raw = text.slice(start, end)
  const tail = [tailFor(struck.why, style), tailFor(struck.why, { ascii: !style.ascii })].find((one) =>
    raw.endsWith(`${one}"`),
  )
  if (!raw.startsWith('"~~') || tail === undefined)
    return [{ start, end, text: quote(struck.text, style.ascii) }]
  return [
    { start: start + 1, end: start + 3, text: "" },
    { start: end - 1 - tail.length, end: end - 1, text: "" },
  ]
}

/** Returns the end of the mark. `~~` in the reason becomes `~`, because it would end the statement. */
function tailFor(why: string | null, { ascii }: { ascii: boolean }): string {
  const reason = why === null ? "" : ` (${why.replaceAll("~~", "~")})`
  return quote(`~~ ← STALE${reason}`, ascii).slice(1, -1)
}
