import { isDay } from "../field-values"

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

/**
 * Maximum number of words in a title or label that is bold or emphasized. Source: memory systems, "What
 * counts as an entry".
 */
const LONGEST_BOLD = 8
/** Maximum number of words in the sentence before a colon that still is a title of the next block. */
const LONGEST_LEAD = 20
const LONGEST_TITLE = 200
const LONGEST_LABEL = 800

/**
 * Returns the title that a paragraph gives to the block below it: "**Verification:**" gives "Verification".
 * Null for a paragraph that is an entry of its own.
 */
export function readLabel(paragraph: string): Label | null {
  if (paragraph.length > LONGEST_LABEL) return null
  const words = paragraph.trim().replace(/\s+/g, " ")
  const bare = withoutMarks(words)
  if (/[:：]$/.test(bare)) {
    const sentences = bare.slice(0, -1).trim().split(SENTENCE_END)
    const title = sentences.at(-1)?.trim() ?? ""
    if (title === "" || wordsIn(title) > LONGEST_LEAD) return null
    return { title: clip(title), isLeadIn: true, isStatement: sentences.length > 1 }
  }
  if (!isWhollyMarked(words) || /[.!?。！？]$/.test(bare) || bare === "" || wordsIn(bare) > LONGEST_BOLD)
    return null
  return { title: clip(bare), isLeadIn: false, isStatement: false }
}

export interface Label {
  readonly title: string
  /** True if the paragraph ends with a colon. It is then incomplete without the next block. */
  readonly isLeadIn: boolean
  /** True if another sentence precedes the lead-in. The paragraph is then also an entry of its own. */
  readonly isStatement: boolean
}

/**
 * Returns the bold label at the start of a line: "**Why:** the cache is cold" gives "why". Null if there is
 * none.
 */
export function readBoldLabel(line: string): BoldLabel | null {
  const match = BOLD_LABEL.exec(line.slice(0, LABEL_WINDOW))
  const label = (match?.[1] ?? match?.[2] ?? "").trim()
  if (match === null || label === "" || wordsIn(label) > LONGEST_BOLD || /\d/.test(label)) return null
  return { name: label.toLowerCase(), isAlone: line.slice(match[0].length).trim() === "" }
}

export interface BoldLabel {
  /** Label in lower case. */
  readonly name: string
  /** True if the label is alone on its line. */
  readonly isAlone: boolean
}

const LABEL_WINDOW = 120
const BOLD_LABEL = /^ {0,3}(?:\*\*([^*\r\n]{1,80})[:：]\*\*|\*\*([^*\r\n]{1,80})\*\*[:：])/

/** True for labels such as "Why" and "How to apply", which Claude Code writes below the rule of a memory. */
export const isReason = (name: string): boolean => REASONS.test(name)
const REASONS = /^(?:why\b|how to (?:apply|use)\b|when to (?:apply|use)\b|reason(?:ing)?$|rationale$)/

/** Returns a text without the bold, emphasis and code marks around it. */
function withoutMarks(words: string): string {
  return words
    .replace(/^[*_`\s]+/, "")
    .replace(/[*_`\s]{1,8}$/, "")
    .replace(/\*\*|__/g, "")
    .trim()
}

function isWhollyMarked(words: string): boolean {
  const mark = /^(?:\*{1,3}|_{1,3})/.exec(words)?.[0] ?? ""
  if (mark === "" || !words.endsWith(mark) || words.length <= mark.length * 2) return false
  return !words.slice(mark.length, -mark.length).includes(mark)
}

const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs|incl|approx|no|[a-z]))[.!?]\s+|[。！？]/i

/** Returns the number of words. Characters of scripts without spaces count as half a word. */
const wordsIn = (text: string): number => {
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0
  return text.split(/\s+/).filter((word) => word !== "").length + Math.floor(unspaced / 2)
}

const clip = (title: string): string =>
  title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title
