import type { ParsedFile } from "../memory-files/format"
import { type Block, type CarriedPart, mayFollowDirectly } from "./carry"

/** A new section; `before` is the index of the section after it, null: at the end. */
interface NewSection {
  readonly heading: string
  readonly before: number | null
}

/** A block to insert into an existing section (by index, null: before the first heading) or a new one. */
export interface Insertion {
  readonly into: { readonly section: number | null } | NewSection
  readonly block: Block
}

/**
 * Origin of an entry of the new text: index of an old entry (`stood`), or indexes of an insertion and of its
 * entry.
 */
export type EntryOrigin = { readonly stood: number } | { readonly addition: number; readonly entry: number }

interface Splice {
  readonly at: number
  readonly text: string
  readonly placed: readonly EntryOrigin[]
  /** True for a new section, which comes after text that is added to the section before it. */
  readonly makes: boolean
}

interface Target {
  readonly lines: Indexed
  readonly parsed: ParsedFile
  readonly loose: boolean
}

/** Lines to insert, with the index of their insertion. */
interface NumberedPart extends CarriedPart {
  readonly addition: number
}

/**
 * Inserts blocks at the ends of sections. All other bytes stay. `loose`: with a blank line before each block, even if it could continue a
 * list.
 */
export function insertBlocks(
  text: string,
  parsed: ParsedFile,
  { additions, loose }: { readonly additions: readonly Insertion[]; readonly loose: boolean },
): { text: string; order: EntryOrigin[] } {
  const lines = indexed(text)
  const target = { lines, parsed, loose }
  const splices = additions.flatMap(({ into, block }, addition) =>
    "heading" in into
      ? [newSection(target, into, { ...joined(block), addition })]
      : appendToSection(target, into.section, { block, addition }),
  )
  const sorted = splices
    .map((splice, order) => ({ ...splice, order }))
    .toSorted((a, b) => a.at - b.at || Number(a.makes) - Number(b.makes) || a.order - b.order)
  let written = ""
  let from = 0
  for (const splice of sorted) {
    written += text.slice(from, splice.at) + splice.text.replaceAll("\n", lines.eol)
    from = splice.at
  }
  const stood = parsed.entries.map(({ span }, index) => ({
    at: span.start,
    placed: { stood: index } satisfies EntryOrigin as EntryOrigin,
  }))
  const brought = sorted.flatMap(({ at, placed }) => placed.map((one) => ({ at: at - 0.5, placed: one })))
  const order = [...stood, ...brought].toSorted((a, b) => a.at - b.at).map(({ placed }) => placed)
  return { text: written + text.slice(from), order }
}

function appendToSection(
  target: Target,
  section: number | null,
  { block, addition }: { readonly block: Block; readonly addition: number },
): Splice[] {
  const { first, ownEnd, end, level } = extentOf(target, section)
  const parts =
    end === ownEnd
      ? [{ last: end, part: joined(block) }]
      : [
          { last: ownEnd, part: block.lead },
          { last: end, part: block.rest },
        ]
  return parts
    .filter(({ part }) => part.lines.length > 0)
    .map(({ last, part }) => below(target, { first, last, level }, { ...part, addition }))
}

/** Returns the lines of a section without (`ownEnd`) and with (`end`) its subsections. Level 0 is the text before the first heading. */
function extentOf(
  { lines, parsed: { sections } }: Target,
  section: number | null,
): { first: number; ownEnd: number; end: number; level: number } {
  if (section === null) {
    const end = (sections[0]?.span.line ?? lines.count + 1) - 1
    return { first: 1, ownEnd: end, end, level: 0 }
  }
  const own = sections[section]
  if (own === undefined) return { first: 1, ownEnd: lines.count, end: lines.count, level: 6 }
  const next = sections.findIndex(({ level }, at) => at > section && level <= own.level)
  const last = sections[(next < 0 ? sections.length : next) - 1]
  return {
    first: own.span.line,
    ownEnd: own.span.endLine,
    end: last?.span.endLine ?? own.span.endLine,
    level: own.level,
  }
}

/**
 * Returns the insertion of a part below the last non-blank line of a range. A part directly below a heading
 * gets no blank line before it, except below the title.
 */
function below(
  { lines, loose }: Target,
  { first, last, level }: { readonly first: number; readonly last: number; readonly level: number },
  part: NumberedPart,
): Splice {
  const line = lastFilledLine(lines, first, Math.min(last, lines.count))
  const added = part.lines.join("\n")
  if (line < first) {
    const blank = first <= lines.count ? "\n" : ""
    return { at: lines.start(first), text: `${added}\n${blank}`, placed: placedOf(part), makes: false }
  }
  const isBelowHeading = level > 1 && line === first
  const isClose = !loose && (isBelowHeading || mayFollowDirectly(lines.text(line), part.lines[0] ?? ""))
  const follows = line < lines.count && lines.text(line + 1).trim() !== "" ? "\n" : ""
  return {
    at: lines.end(line),
    text: `${isClose ? "\n" : "\n\n"}${added}${follows}`,
    placed: placedOf(part),
    makes: false,
  }
}

function newSection({ lines, parsed }: Target, { heading, before }: NewSection, part: NumberedPart): Splice {
  const words = [`## ${heading}`, ...part.lines].join("\n")
  const splice = { placed: placedOf(part), makes: true }
  const next = before === null ? undefined : parsed.sections[before]?.span.line
  if (next !== undefined) return { ...splice, at: lines.start(next), text: `${words}\n\n` }
  const line = lastFilledLine(lines, 1, lines.count)
  if (line === 0) return { ...splice, at: lines.start(1), text: `${words}\n${lines.count > 0 ? "\n" : ""}` }
  const end = line === lines.count && !lines.broken ? "\n" : ""
  return { ...splice, at: lines.end(line), text: `\n\n${words}${end}` }
}

/** Returns the last non-blank line of a range; `first` - 1 if all are blank. */
function lastFilledLine(lines: Indexed, first: number, last: number): number {
  let line = last
  while (line >= first && lines.text(line).trim() === "") line -= 1
  return line
}

const placedOf = ({ entries, addition }: NumberedPart): EntryOrigin[] =>
  entries.map((entry) => ({ addition, entry }))

function joined({ lead, rest }: Block): CarriedPart {
  return {
    lines: [...lead.lines, ...(lead.lines.length > 0 && rest.lines.length > 0 ? [""] : []), ...rest.lines],
    entries: [...lead.entries, ...rest.entries],
  }
}

interface Indexed {
  readonly count: number
  readonly eol: string
  /** True if the last line ends with a line break. */
  readonly broken: boolean
  start(line: number): number
  end(line: number): number
  text(line: number): string
}

/** Returns the lines of a text with their offsets, counted as the formats count them. */
function indexed(text: string): Indexed {
  const starts: number[] = []
  const ends: number[] = []
  let start = text.startsWith("\uFEFF") ? 1 : 0
  const breaks = /\r\n|\r|\n/g
  let eol = "\n"
  for (let found = breaks.exec(text); found !== null; found = breaks.exec(text)) {
    if (starts.length === 0) eol = found[0]
    starts.push(start)
    ends.push(found.index)
    start = found.index + found[0].length
  }
  const broken = start === text.length && starts.length > 0
  if (!broken && start < text.length) {
    starts.push(start)
    ends.push(text.length)
  }
  return {
    count: starts.length,
    eol,
    broken,
    start: (line) => starts[line - 1] ?? text.length,
    end: (line) => ends[line - 1] ?? text.length,
    text: (line) => text.slice(starts[line - 1] ?? text.length, ends[line - 1] ?? text.length),
  }
}
