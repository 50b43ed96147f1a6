import { isDay } from "../dates"

/**
 * Parts of the first line of an entry: a date tag, the retirement mark, and the text between them.
 *
 *     [2026-01-15] ~~The API speaks XML~~ ← STALE (it moved to JSON)
 *                    ^start            ^end
 *                  ^strike
 */
export interface Statement {
  readonly date: string | null
  /** Invalid tag in the place of a date. It stays in the text and is reported. */
  readonly oddDate: { readonly tag: string; readonly code: "date-invalid" | "date-not-iso" } | null
  /** Start of the entry's text in the line. `end` is exclusive. */
  readonly start: number
  readonly end: number
  /** Offset of the retirement mark; null for a current entry. */
  readonly strike: number | null
  readonly why: string | null
}

export const STALE = "← STALE"

/** Reads the first line of an entry, without its bullet. */
export function readStatement(line: string): Statement {
  const end = trimmedEnd(line)
  const outer = readTag(line.slice(0, Math.min(end, TAG_WINDOW)))
  const strike = readStrike(line.slice(outer.length, end))
  if (strike === null)
    return { date: outer.date, oddDate: outer.odd, start: outer.length, end, strike: null, why: null }
  const open = outer.length + strike.start
  const close = outer.length + strike.end
  const inner = outer.date === null ? readTag(line.slice(open, Math.min(close, open + TAG_WINDOW))) : NO_TAG
  const start = open + inner.length < close ? open + inner.length : open
  return {
    date: outer.date ?? inner.date,
    oddDate: outer.odd ?? inner.odd,
    start,
    end: close,
    strike: outer.length,
    why: strike.why,
  }
}

/**
 * Returns the retirement marks to put before and after a text. `readStatement` finds the same text between
 * them.
 */
export function strikeMarks(
  statement: string,
  why: string,
): { readonly before: string; readonly after: string } {
  const reason = why.replaceAll("~~", "").replace(/\s+/g, " ").trim()
  const before = statement.startsWith("~") ? "~~ " : "~~"
  const after = statement.endsWith("~") ? " ~~" : "~~"
  return { before, after: `${after} ${staleMark(reason)}` }
}

const staleMark = (reason: string): string => (reason === "" ? STALE : `${STALE} (${reason})`)

/** Returns the comment above a stale code block or table, which cannot be struck through. */
export const staleComment = (why: string): string =>
  `<!-- ${staleMark(why.replaceAll("-->", "").replace(/\s+/g, " ").trim())} -->`

export function readStaleComment(line: string): { readonly why: string | null } | null {
  const match = /^ {0,3}<!-- ← STALE(?: \((.*)\))? -->[ \t]*$/.exec(line)
  return match === null ? null : { why: match[1] ?? null }
}

interface Tag {
  readonly date: string | null
  readonly length: number
  readonly odd: Statement["oddDate"]
}

const TAG_WINDOW = 64
const NO_TAG: Tag = { date: null, length: 0, odd: null }
const DAY = String.raw`\d{4}-\d{2}-\d{2}`
const SEPARATOR = String.raw`[ \t]*(?:[:：—–·|](?=[ \t]|$|[^\x00-\x7F])|-(?=[ \t]))?[ \t]*`
const TAGS = [
  new RegExp(String.raw`^\[(${DAY})\](?!\()${SEPARATOR}`),
  new RegExp(String.raw`^\*\*[\[(]?(${DAY})[\])]?[:：]?\*\*[:：]?${SEPARATOR}`),
  new RegExp(String.raw`^\((${DAY})\)${SEPARATOR}`),
  new RegExp(String.raw`^(${DAY})[ \t]*(?:[:—–·|](?=[ \t])|：|-(?=[ \t]))[ \t]*`),
]
const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?"
const OTHER_DATE = String.raw`\d{1,4}[/.]\d{1,2}[/.]\d{1,4}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{4}|${MONTH} \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2} ${MONTH} \d{4}`
const ODD_TAG = new RegExp(
  String.raw`^(?:\[(?:${OTHER_DATE})\](?!\()|\*\*(?:${OTHER_DATE}):?\*\*|(?:${OTHER_DATE})(?= ?[:—–] ))`,
  "i",
)

function readTag(head: string): Tag {
  for (const pattern of TAGS) {
    const match = pattern.exec(head)
    if (match === null) continue
    const date = match[1] ?? ""
    if (isDay(date)) return { date, length: match[0].length, odd: null }
    return { date: null, length: 0, odd: { tag: date, code: "date-invalid" } }
  }
  const odd = ODD_TAG.exec(head)
  return odd === null ? NO_TAG : { date: null, length: 0, odd: { tag: odd[0], code: "date-not-iso" } }
}

const CANONICAL = `~~ ${STALE} (`
const TAIL =
  /^[ \t]*(?:$|←|<-|\(|(?:[—–:-]+|->|→|=>)?[ \t]*\**(?:STALE|RESOLVED|DONE|FIXED|OBSOLETE|SUPERSEDED|DEPRECATED|REPLACED|REMOVED|OUTDATED|CLOSED|RETIRED)\b)/

/**
 * Finds `~~…~~` around a whole text; null for others. If other text follows the closing mark, it is a
 * correction within a current entry.
 */
function readStrike(
  rest: string,
): { readonly start: number; readonly end: number; readonly why: string | null } | null {
  if (!rest.startsWith("~~") || rest.startsWith("~~~")) return null
  const canonical = rest.endsWith(")") ? rest.lastIndexOf(CANONICAL) : -1
  const close = canonical > 2 ? canonical : findClose(rest)
  if (close < 0) return null
  const inner = rest.slice(2, close)
  if (inner.trim() === "") return null
  const start = 2 + inner.length - inner.trimStart().length
  return { start, end: start + inner.trim().length, why: reasonOf(rest.slice(close + 2)) }
}

function findClose(rest: string): number {
  for (let at = rest.indexOf("~~", 3); at > 0; at = rest.indexOf("~~", at + 2)) {
    if (TAIL.test(rest.slice(at + 2, at + 2 + TAG_WINDOW))) return at
  }
  return -1
}

function reasonOf(tail: string): string | null {
  const words = tail
    .trim()
    .replace(/^(?:←|<-|->|→|=>|[—–:-]+)/, "")
    .trim()
  const reason = words.replace(/^STALE\b[:,]?[ \t]*/, "")
  const bare = reason.startsWith("(") && reason.endsWith(")") ? reason.slice(1, -1) : reason
  return bare === "" ? null : bare
}

/** Returns the offset behind the last character that is not a space or tab; 0 for a blank line. */
export function trimmedEnd(line: string): number {
  let end = line.length
  while (end > 0 && (line.charCodeAt(end - 1) === 32 || line.charCodeAt(end - 1) === 9)) end -= 1
  return end
}
