import { describeBadDate } from "./dates"
import type { Diagnostic } from "../memory/memory-files/diagnostic"
import { bodyLines, type EntryShape } from "./markdown/entry-shape"
import type { Lines } from "./markdown/lines"
import type { MarkdownEntry } from "./markdown/markdown-document"
import { type Piece, piecesOf, type PieceSource } from "./markdown/pieces"
import { readStatement, trimmedEnd, type Statement } from "./markdown/statement"
import { rowText } from "@/lib/memory/text/tables"

/** The entries of a document, by the rules of what counts as one. */
export function entriesOf(source: PieceSource): MarkdownEntry[] {
  return piecesOf(source).flatMap((piece) => readEntry(piece, source) ?? [])
}

function readEntry(piece: Piece, { lines, reading, type }: PieceSource): MarkdownEntry | null {
  const { line, endLine, shape, stale, block, section, title, labels } = piece
  const isCommented = stale?.isOwn === true
  const written = isCommented ? line + 1 : line
  const body = bodyLines(lines, shape, { line: written, endLine })
  const lead = body.findIndex((one) => one.trim() !== "")
  if (lead < 0) return null
  const first = body[lead] ?? ""
  const said = shape.kind === "block" ? null : stated(first, shape)
  const indent = said === null ? 0 : first.length - first.trimStart().length
  const at = lines.end(written + lead) - shape.after.length - first.length + indent
  const text = said === null ? joined(null, body, 0) : joined(said.words, body, lead + 1)
  return {
    key: null,
    text: text === "" ? first.trim() : text,
    title,
    labels,
    section,
    span: { line, endLine, start: lines.start(line), end: lines.end(endLine) },
    state: stale !== null || (said !== null && said.strike !== null) ? "retired" : "current",
    retiredBecause: stale?.why ?? said?.why ?? null,
    date: said?.date ?? reading.day ?? null,
    type,
    confidence: null,
    accessedCount: null,
    shape,
    list: block.list,
    tight: block.tight,
    statement:
      said === null
        ? null
        : {
            start: at + said.start,
            end: at + said.end,
            strike: said.strike === null ? null : at + said.strike,
            lineEnd: at + first.length - indent,
          },
    commented: isCommented,
    oddDate: said?.oddDate ?? null,
  }
}

function stated(first: string, shape: EntryShape): Statement & { readonly words: string } {
  const line = first.trimStart()
  const said = readStatement(line)
  const words = line.slice(said.start, said.end)
  return Object.assign(said, {
    words: shape.kind === "row" ? rowText(words) : words,
  })
}

/** A statement's first line and the lines of a body from a place on, without blank lines around them. */
function joined(first: string | null, body: readonly string[], from: number): string {
  if (first !== null && from >= body.length) return first
  const lines = first === null ? body.slice(from) : [first, ...body.slice(from)]
  while (lines[0]?.trim() === "") lines.shift()
  while (lines.at(-1)?.trim() === "") lines.pop()
  const text = lines.join("\n")
  return text.slice(0, trimmedEnd(text))
}

/** What is wrong with the dates of entries; a missing one counts for list items, where at least half of them carry one. */
export function dateDiagnostics(entries: readonly MarkdownEntry[], lines: Lines): Diagnostic[] {
  const items = entries.filter((entry) => entry.shape.kind === "item")
  const dated = items.filter((entry) => entry.date !== null).length
  const expectsDates = dated > 0 && dated * 2 >= items.length
  return entries.flatMap((entry): Diagnostic[] => {
    const place = {
      line: entry.span.line,
      column: (entry.statement?.start ?? entry.span.start) - lines.start(entry.span.line) + 1,
    }
    if (entry.oddDate?.code === "date-invalid")
      return [
        {
          ...place,
          severity: "warning",
          code: "date-invalid",
          message: describeBadDate(entry.oddDate.tag),
        },
      ]
    if (entry.oddDate !== null)
      return [
        {
          ...place,
          severity: "info",
          code: "date-not-iso",
          message: `${entry.oddDate.tag} was not read as a date; write it as YYYY-MM-DD`,
        },
      ]
    if (entry.date === null && expectsDates && entry.shape.kind === "item")
      return [
        {
          ...place,
          severity: "info",
          code: "entry-undated",
          message: "This entry has no date, but most entries in this file do; put [YYYY-MM-DD] before it",
        },
      ]
    return []
  })
}
