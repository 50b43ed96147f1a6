import { bulletShape, writeBody, type EntryShape } from "./entry-shape"
import { readMarkdown, type MarkdownDocument, type MarkdownEntry, type Reading } from "./markdown"
import { splice, type Splice } from "./splices"
import { readStatement, staleMark, strikeMarks } from "./statement"

/** Replaces the statements of entries; their bullets, dates and strikes stay. Throws `RangeError` for a text that cannot stand there as one entry. */
export function editEntries(document: MarkdownDocument, texts: ReadonlyMap<number, string>, reading: Reading): string {
  const edits = [...texts].filter(([index, text]) => entryAt(document, index).text !== text)
  if (edits.length === 0) return document.text
  const together = splice(document.text, edits.map(([index, text]) => rewrite(document, index, { text })))
  const wanted = new Map(edits.map(([index, text]) => [index, expected(entryAt(document, index), document, text)]))
  if (holds(document, readMarkdown(together, reading), wanted)) return together
  return edits.reduce((current, [index, text]) => editEntry(readMarkdown(current, reading), { index, text, reading }), document.text)
}

function editEntry(document: MarkdownDocument, { index, text, reading }: { index: number; text: string; reading: Reading }): string {
  const wanted = new Map([[index, expected(entryAt(document, index), document, text)]])
  for (const shape of [undefined, ...["-", "*", "+"].map(bulletShape)]) {
    for (const [above, below] of GAPS) {
      const edited = splice(document.text, [rewrite(document, index, { text, shape, above, below })])
      if (holds(document, readMarkdown(edited, reading), wanted)) return edited
    }
  }
  throw new RangeError(`The new text of the entry in line ${entryAt(document, index).span.line} would not stand there as one entry; shorten it to one paragraph`)
}

/** Blank lines above and below: a fence may touch its neighbours where a paragraph may not. */
const GAPS = [[0, 0], [0, 1], [1, 0], [1, 1]] as const

/** Strikes a statement through and says why: `~~statement~~ ← STALE (why)`. A retired entry stays as it is. */
export function retireEntry(document: MarkdownDocument, index: number, why: string): Splice[] {
  const { state, statement, span } = entryAt(document, index)
  if (state === "retired") return []
  const reason = why.replaceAll("~~", "").replace(/\s+/g, " ").trim()
  if (statement === null) return [{ start: span.start, end: span.start, text: staleMark(reason) + document.lines.eol }]
  const { before, after } = strikeMarks(document.text.slice(statement.start, statement.end), reason)
  return [
    { start: statement.start, end: statement.start, text: before },
    { start: statement.end, end: statement.end, text: after },
  ]
}

/** Takes the strike and its reason away. A current entry stays as it is. */
export function restoreEntry(document: MarkdownDocument, index: number): Splice[] {
  const { state, statement, span } = entryAt(document, index)
  const { lines, text } = document
  if (state === "current") return []
  if (statement === null) return [{ start: span.start, end: lines.start(span.line + 1), text: "" }]
  const strike = statement.strike ?? statement.start
  const trailing = text.slice(statement.end, statement.lineEnd)
  const blanks = trailing.slice(trailing.trimEnd().length)
  const opening = text.slice(strike, statement.start)
  const inner = opening.replace(/^~~(?: (?=~|$))?/, "")
  return [
    { start: strike, end: statement.start, text: text[statement.start] === "~" ? inner.trimEnd() : inner },
    { start: statement.end, end: statement.lineEnd, text: blanks },
  ]
}

export function entryAt({ entries }: MarkdownDocument, index: number): MarkdownEntry {
  const entry = entries[index]
  if (entry === undefined) throw new RangeError(`There is no entry ${index}; the file has ${entries.length}`)
  return entry
}

/** A statement as it will be read again: without blank lines around it, and with what its first line says taken as said. */
export function asRead(text: string, before = "", after = ""): { readonly text: string; readonly date: string | null } {
  const [first = "", ...rest] = normalize(text).split("\n")
  const line = before + first + after
  const said = readStatement(line)
  return { text: [line.slice(said.start, said.end), ...rest].join("\n").trimEnd(), date: said.date }
}

/** One kind of line break, no blank lines and no spaces around. */
export const normalize = (text: string): string => text.replace(/\r\n?/g, "\n").trim()

function rewrite(document: MarkdownDocument, index: number, { text, shape, above = 0, below = 0 }: { text: string; shape?: EntryShape; above?: number; below?: number }): Splice {
  const entry = entryAt(document, index)
  if (normalize(text) === "") throw new RangeError(`The new text of the entry in line ${entry.span.line} is empty; remove the entry instead`)
  const { before, after } = framing(entry, document)
  const [first = "", ...rest] = normalize(text).split("\n")
  const body = [before + first + after, ...rest].join("\n")
  const { eol } = document.lines
  return { start: entry.span.start, end: entry.span.end, text: eol.repeat(above) + writeBody(shape ?? entry.shape, body, eol) + eol.repeat(below) }
}

/** The date and the strike around a statement, as they are written. */
function framing({ statement, shape, span, state, retiredBecause }: MarkdownEntry, { text, lines }: MarkdownDocument): { before: string; after: string } {
  if (statement === null) return { before: state === "retired" ? `${staleMark(retiredBecause ?? "")}\n` : "", after: "" }
  const line = lines.at(statement.start)
  const lineText = lines.text(line)
  const offset = line === span.line ? shape.before.length : lineText.length - lineText.trimStart().length
  const before = shape.kind === "quote" ? text.slice(lines.start(line), statement.start).replace(/^ {0,3}> ?/, "") : text.slice(lines.start(line) + offset, statement.start)
  return { before: before.trimStart(), after: text.slice(statement.end, statement.lineEnd).trimEnd() }
}

function expected(entry: MarkdownEntry, document: MarkdownDocument, text: string): string {
  if (entry.statement === null) return asRead(text).text
  const { before, after } = framing(entry, document)
  return asRead(text, before, after).text
}

/** Whether a text reads as before, but for the entries that were to change. */
function holds(before: MarkdownDocument, after: MarkdownDocument, wanted: ReadonlyMap<number, string>): boolean {
  return (
    before.entries.length === after.entries.length &&
    before.sections.length === after.sections.length &&
    before.entries.every((entry, index) => after.entries[index]?.section === entry.section && after.entries[index]?.text === (wanted.get(index) ?? entry.text))
  )
}
