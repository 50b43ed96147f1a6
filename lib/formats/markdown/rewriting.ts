import { bulletShape, OTHER_BULLETS, rewriteBody, writeBody, type EntryShape, itemShape } from "./entry-shape"
import { readMarkdown } from "./markdown"
import type { MarkdownDocument, MarkdownEntry, Reading } from "./markdown-document"
import { splice, type Splice } from "./lines"
import { readStatement, staleComment, strikeMarks } from "./statement"
import { rowText } from "@/lib/memory/text/tables"

/** Replaces the text of entries. Bullets, dates and retirement marks stay. Throws `RangeError` if a text cannot be written as one entry. */
export function editEntries(
  document: MarkdownDocument,
  texts: ReadonlyMap<number, string>,
  reading: Reading,
): string {
  const edits = [...texts].filter(([index, text]) => entryAt(document, index).text !== text)
  if (edits.length === 0) return document.text
  const together = splice(
    document.text,
    edits.map(([index, text]) => rewrite(document, index, { text })),
  )
  const wanted = new Map(
    edits.map(([index, text]) => [index, expected(entryAt(document, index), document, text)]),
  )
  if (holds(document, readMarkdown(together, reading), wanted)) return together
  return edits.reduce(
    (current, [index, text]) => editEntry(readMarkdown(current, reading), { index, text, reading }),
    document.text,
  )
}

function editEntry(
  document: MarkdownDocument,
  { index, text, reading }: { index: number; text: string; reading: Reading },
): string {
  const wanted = new Map([[index, expected(entryAt(document, index), document, text)]])
  const { shape: own } = entryAt(document, index)
  for (const shape of [undefined, own, bulletShape("-"), ...OTHER_BULLETS]) {
    for (const [above, below] of GAPS) {
      const edited = splice(document.text, [rewrite(document, index, { text, shape, above, below })])
      if (holds(document, readMarkdown(edited, reading), wanted)) return edited
    }
  }
  throw new RangeError(
    `The new text for the entry on line ${entryAt(document, index).span.line} would not be parsed as a single entry; shorten it to one paragraph`,
  )
}

/** Line breaks above and below. A code block needs none, a paragraph does. Indented code is separated by an empty comment. */
const GAPS = [
  ["", ""],
  ["", "\n"],
  ["\n", ""],
  ["\n", "\n"],
  ["\n", "\n<!-- -->"],
] as const

/** A retirement mark to add to an entry with its reason, or to remove if `why` is null. */
export interface Mark {
  readonly entry: number
  readonly why: string | null
}

/** Retires and restores entries. Entries that already have the requested state do not change. */
export function markEntries(document: MarkdownDocument, marks: readonly Mark[], reading: Reading): string {
  const text = splice(
    document.text,
    marks.flatMap((mark) => markEntry(document, mark)),
  )
  if (holds(document, readMarkdown(text, reading), new Map())) return text
  return marks.reduce((current, mark) => {
    const before = readMarkdown(current, reading)
    const struck = splice(current, markEntry(before, mark))
    if (mark.why === null || holds(before, readMarkdown(struck, reading), new Map())) return struck
    return splice(current, commentOn(before, mark.entry, mark.why))
  }, document.text)
}

function markEntry(document: MarkdownDocument, { entry, why }: Mark): Splice[] {
  const { state } = entryAt(document, entry)
  if (why === null) return state === "retired" ? restore(document, entry) : []
  return state === "current" ? retire(document, entry, why) : []
}

/** Strikes a statement through with a reason: `~~statement~~ ← STALE (why)`. Code blocks and tables get a comment above. */
function retire(document: MarkdownDocument, index: number, why: string): Splice[] {
  const { statement } = entryAt(document, index)
  if (statement === null) return commentOn(document, index, why)
  const { before, after } = strikeMarks(document.text.slice(statement.start, statement.end), why)
  return [
    { start: statement.start, end: statement.start, text: before },
    { start: statement.end, end: statement.end, text: after },
  ]
}

function commentOn(document: MarkdownDocument, index: number, why: string): Splice[] {
  const { span } = entryAt(document, index)
  return [{ start: span.start, end: span.start, text: staleComment(why) + document.lines.eol }]
}

function restore(document: MarkdownDocument, index: number): Splice[] {
  const { statement, span, commented } = entryAt(document, index)
  const { lines, text } = document
  if (commented || statement === null)
    return [{ start: span.start, end: lines.start(span.line + 1), text: "" }]
  const trailing = text.slice(statement.end, statement.lineEnd)
  return [
    {
      start: statement.strike ?? statement.start,
      end: statement.start,
      text: text.slice(statement.strike ?? statement.start, statement.start).replace(/^~~[ \t]*/, ""),
    },
    { start: statement.end, end: statement.lineEnd, text: trailing.slice(trailing.trimEnd().length) },
  ]
}

export function entryAt({ entries }: MarkdownDocument, index: number): MarkdownEntry {
  const entry = entries[index]
  if (entry === undefined) throw new RangeError(`The file has no entry ${index}`)
  return entry
}

/**
 * Returns an entry's text as it is read back after writing: without blank lines around it, and without the
 * date and retirement mark of its first line. `date`: the date in the first line, or null. `before` and
 * `after`: the date and mark as they are written around the first line.
 */
export function normalizeStatement(
  text: string,
  before = "",
  after = "",
): { readonly text: string; readonly date: string | null } {
  const [first = "", ...rest] = normalize(text).split("\n")
  const line = before + first + after
  const said = readStatement(line)
  const words = [line.slice(said.start, said.end), ...rest].join("\n").trim()
  return { text: words === "" ? line.trim() : words, date: said.date }
}

/** Returns a text with LF line breaks, without blanks around it. */
export const normalize = (text: string): string => text.replace(/\r\n?/g, "\n").trim()

function rewrite(
  document: MarkdownDocument,
  index: number,
  {
    text,
    shape,
    above = "",
    below = "",
  }: { text: string; shape?: EntryShape; above?: string; below?: string },
): Splice {
  const entry = entryAt(document, index)
  if (normalize(text) === "")
    throw new RangeError(
      `The new text for the entry on line ${entry.span.line} is empty; remove the entry instead`,
    )
  const { before, after } = framing(entry, document)
  const [first = "", ...rest] = normalize(text).split("\n")
  const body = [before + first + after, ...rest].join("\n")
  const { eol } = document.lines
  const written = { ...entry.span, line: entry.span.line + (entry.commented ? 1 : 0) }
  return {
    start: entry.span.start,
    end: entry.span.end,
    text:
      above.replaceAll("\n", eol) +
      (entry.commented ? staleComment(entry.retiredBecause ?? "") + eol : "") +
      (shape
        ? writeBody(shape, body, eol)
        : rewriteBody({ ...entry, lines: document.lines, span: written }, body)) +
      below.replaceAll("\n", eol),
  }
}

/** Returns the date and the retirement mark around an entry's text, as they are written. */
function framing(
  { statement, shape, span, commented }: MarkdownEntry,
  { text, lines }: MarkdownDocument,
): { before: string; after: string } {
  if (statement === null) return { before: "", after: "" }
  const line = lines.at(statement.start)
  const lineText = lines.text(line)
  const offset =
    line === span.line + (commented ? 1 : 0)
      ? shape.before.length
      : lineText.length - lineText.trimStart().length
  const before =
    shape.kind === "quote"
      ? text.slice(lines.start(line), statement.start).replace(/^ {0,3}> ?/, "")
      : text.slice(lines.start(line) + offset, statement.start)
  return { before: before.trimStart(), after: text.slice(statement.end, statement.lineEnd).trimEnd() }
}

function expected(entry: MarkdownEntry, document: MarkdownDocument, text: string): string {
  if (entry.statement === null) return normalizeStatement(text).text
  const { before, after } = framing(entry, document)
  const read = normalizeStatement(text, before, after).text
  return entry.shape.kind === "row" && !read.includes("\n") ? rowText(read) : read
}

/** True if a text is parsed as before, except for the changed entries. */
function holds(
  before: MarkdownDocument,
  after: MarkdownDocument,
  wanted: ReadonlyMap<number, string>,
): boolean {
  return (
    before.entries.length === after.entries.length &&
    before.sections.length === after.sections.length &&
    before.entries.every(
      (entry, index) =>
        after.entries[index]?.section === entry.section &&
        after.entries[index]?.text === (wanted.get(index) ?? entry.text),
    )
  )
}

/**
 * Returns the text of an entry that an agent proposes, as it is stored. Agents often send a whole line of their memory file: bullet and
 * date tag are removed, and the date is used. For JSON formats the text stays as it is.
 */
export function readProposed(text: string, path: string): { text: string; date: string | null } {
  if (/\.jsonl?$/i.test(path)) return { text, date: null }
  const [first = "", ...rest] = withoutBullet(normalize(text).split("\n"))
  const said = readStatement(first)
  const words = said.strike === null ? first.slice(said.start, said.end) : first
  return words === ""
    ? { text: [first, ...rest].join("\n").trim(), date: null }
    : { text: [words, ...rest].join("\n").trim(), date: said.strike === null ? said.date : null }
}

/**
 * Returns the lines of a list item without its bullet. Lines below the bullet move left with the text.
 *
 *     - [2026-11-21] Use X     [2026-11-21] Use X
 *       - for queues           - for queues
 */
function withoutBullet(lines: readonly string[]): string[] {
  const [first = "", ...rest] = lines
  if (!/^(?:[-+*]|\d{1,3}[.)])[ \t]+\S/.test(first)) return [...lines]
  const { before, width } = itemShape(first)
  const indents = rest
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length)
  const inner = Math.min(width, ...indents)
  return [
    first.slice(before.length).trimStart(),
    ...rest.map((line) => (line.trim() === "" ? "" : line.slice(inner))),
  ]
}
