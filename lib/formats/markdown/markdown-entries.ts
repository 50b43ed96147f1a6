import { describeBadDate } from "../field-values"
import type { Diagnostic } from "../../memory/memory-files/format"
import { bodyLines, type EntryShape } from "./entry-shape"
import type { Lines } from "./lines"
import type { MarkdownEntry } from "./markdown-document"
import { type Piece, piecesOf, type PieceSource } from "./entry-boundaries"
import { readStatement, trimmedEnd, type Statement } from "./statement"
import { rowText } from "@/lib/memory/text/tables"

/** Returns the entries of a document. */
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
  const common = {
    key: null,
    title,
    labels,
    section,
    span: { line, endLine, start: lines.start(line), end: lines.end(endLine) },
    type,
    confidence: null,
    accessedCount: null,
    shape,
    list: block.list,
    tight: block.tight,
    commented: isCommented,
  }
  const day = reading.day ?? null
  if (shape.kind === "block") return { ...common, ...blockContent(body, { stale, first, day }) }
  const end = lines.end(written + lead) - shape.after.length
  return { ...common, ...statementContent(body, { shape, stale, lead, end, day }) }
}

type Content = Pick<MarkdownEntry, "text" | "state" | "retiredBecause" | "date" | "statement" | "oddDate">

/** Returns the content of a code block or a table. */
function blockContent(
  body: readonly string[],
  {
    stale,
    first,
    day,
  }: { readonly stale: Piece["stale"]; readonly first: string; readonly day: string | null },
): Content {
  return {
    text: joined(null, body, 0) || first.trim(),
    state: stale === null ? "current" : "retired",
    retiredBecause: stale?.why ?? null,
    date: day,
    statement: null,
    oddDate: null,
  }
}

interface StatementLines {
  readonly shape: EntryShape
  readonly stale: Piece["stale"]
  /** Index of the first line with text. */
  readonly lead: number
  /** Offset of the end of that line. */
  readonly end: number
  readonly day: string | null
}

/** Returns the content of an entry whose first line may have a date and a strikethrough. */
function statementContent(
  body: readonly string[],
  { shape, stale, lead, end, day }: StatementLines,
): Content {
  const first = body[lead] ?? ""
  const said = stated(first, shape)
  const at = end - first.trimStart().length
  return {
    text: joined(said.words, body, lead + 1) || first.trim(),
    state: stale !== null || said.strike !== null ? "retired" : "current",
    retiredBecause: stale?.why ?? said.why ?? null,
    date: said.date ?? day,
    statement: {
      start: at + said.start,
      end: at + said.end,
      strike: said.strike === null ? null : at + said.strike,
      lineEnd: end,
    },
    oddDate: said.oddDate,
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

/** Joins the first line and the lines of a body from an index on, without blank lines around them. */
function joined(first: string | null, body: readonly string[], from: number): string {
  if (first !== null && from >= body.length) return first
  const lines = first === null ? body.slice(from) : [first, ...body.slice(from)]
  while (lines[0]?.trim() === "") lines.shift()
  while (lines.at(-1)?.trim() === "") lines.pop()
  const text = lines.join("\n")
  return text.slice(0, trimmedEnd(text))
}

/** Returns problems with the dates of entries. A missing date is reported for list items if at least half of them have one. */
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
          message:
            "This entry has no date, although most entries in this file have one; start it with [YYYY-MM-DD]",
        },
      ]
    return []
  })
}
