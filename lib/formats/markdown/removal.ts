import type { Lines } from "./lines"
import { readMarkdown } from "./markdown"
import type { MarkdownDocument, Reading } from "./markdown-document"
import { splice, type Splice } from "./splices"

/** Removes entries. The blank lines around them are chosen so that an added entry can be removed exactly, and separate neighbors never join. */
export function removeEntries(
  document: MarkdownDocument,
  removed: ReadonlySet<number>,
  reading: Reading,
): string {
  const runs = runsOf(document, removed)
  const text = splice(
    document.text,
    runs.map((run) => cutOut(document, run)),
  )
  if (keepsOthers(document, removed, readMarkdown(text, reading))) return text
  const withLines = (text: string) =>
    splice(
      document.text,
      runs.map((run) => ({
        start: document.lines.start(run.line),
        end: document.lines.end(run.endLine),
        text,
      })),
    )
  const held = ["", HELD_OFF]
    .map(withLines)
    .find((one) => keepsOthers(document, removed, readMarkdown(one, reading)))
  return held ?? text
}

/** An empty comment that separates an entry from the text above. */
const HELD_OFF = "<!-- -->"

/** Adjacent entries to remove, with only blank lines between them. */
interface Run {
  readonly first: number
  readonly last: number
  readonly line: number
  readonly endLine: number
}

function runsOf({ entries, lines }: MarkdownDocument, removed: ReadonlySet<number>): Run[] {
  const runs: Run[] = []
  for (const index of [...removed].toSorted((a, b) => a - b)) {
    const span = entries[index]?.span
    if (span === undefined) continue
    const before = runs.at(-1)
    if (
      before !== undefined &&
      before.last === index - 1 &&
      writtenBefore(lines, span.line) === before.endLine
    )
      runs[runs.length - 1] = { ...before, last: index, endLine: span.endLine }
    else runs.push({ first: index, last: index, line: span.line, endLine: span.endLine })
  }
  return runs
}

function cutOut(document: MarkdownDocument, run: Run): Splice {
  const { lines, text } = document
  const { line, endLine } = run
  const [start, end] = [lines.start(line), lines.end(endLine)]
  const before = writtenBefore(lines, line)
  const after = writtenAfter(lines, endLine)
  if (before === 0)
    return { start, end: after === 0 ? nextStart(text, lines, endLine) : lines.start(after), text: "" }
  const leadsSection =
    before === line - 1 &&
    after > endLine + 1 &&
    !isPlainHeading(document, after) &&
    (!isEntryLine(document, run, before) || isCode(document, run, before))
  const opensParagraph = before < line - 1 && after === endLine + 1
  if (leadsSection || opensParagraph) return { start, end: lines.start(after), text: "" }
  return { start: lines.end(before), end, text: "" }
}

const isEntryLine = ({ entries }: MarkdownDocument, { first }: Run, line: number) =>
  entries[first - 1]?.span.endLine === line

/** True if the line above the removed entries ends a code block, which needs no blank line below it. */
const isCode = ({ entries, lines }: MarkdownDocument, { first }: Run, line: number) =>
  entries[first - 1]?.shape.kind === "block" && !lines.text(line).includes("|")

/** True if a line is a heading with `#`. An underlined heading would absorb a paragraph directly above it. */
function isPlainHeading({ sections }: MarkdownDocument, line: number): boolean {
  const section = sections.find((one) => one.heading.line === line)
  return section !== undefined && section.heading.endLine === line
}

function keepsOthers(
  document: MarkdownDocument,
  removed: ReadonlySet<number>,
  after: MarkdownDocument,
): boolean {
  const kept = document.entries.filter((_, index) => !removed.has(index))
  return (
    kept.length === after.entries.length &&
    kept.every((entry, index) => entry.text === after.entries[index]?.text) &&
    after.sections.length === document.sections.length
  )
}

/** Returns the nearest non-blank line above; 0 if there is none. */
export function writtenBefore(lines: Lines, line: number): number {
  let at = line - 1
  while (at > 0 && lines.isBlank(at)) at -= 1
  return at
}

/** Returns the nearest non-blank line below; 0 if there is none. */
export function writtenAfter(lines: Lines, line: number): number {
  for (let at = line + 1; at <= lines.count; at += 1) if (!lines.isBlank(at)) return at
  return 0
}

const nextStart = (text: string, lines: Lines, line: number) =>
  line < lines.count ? lines.start(line + 1) : text.length
