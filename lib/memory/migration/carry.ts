import { formatCount } from "@/lib/memory/text/sentence"
import { audienceOf } from "../context/category-section"
import type { MemoryFormat, ParsedEntry, ParsedFile } from "../memory-files/format"
import { sum } from "../text/aggregates"
import { textLines } from "../text/line-differences"
import { type EntryContent, hasSameContent } from "./migrated-memory"

/** Lines for a section of another file, with their entries. */
export interface Block {
  /** Lines before the first heading. */
  readonly lead: CarriedPart
  /** Lines from the first heading on. */
  readonly rest: CarriedPart
}

export interface CarriedPart {
  readonly lines: readonly string[]
  /** Indices of the entries, in the order of the lines. */
  readonly entries: readonly number[]
}

export interface CarriedText {
  readonly block: Block
  /** Content outside of entries that is not carried over, for display. */
  readonly dropped: readonly string[]
}

interface Source {
  readonly text: string
  readonly parsed: ParsedFile
  /** Lines that the format writes into every new file. They are dropped silently. */
  readonly scaffold: ReadonlySet<string>
  /** Name of the agent or category, added to headings that would have other readers in the new file. */
  readonly of: string
}

/** Format and path by which the new file is parsed. */
export interface Reader {
  readonly format: MemoryFormat
  readonly readAs: string
}

/**
 * Returns the content of a file as lines for a section of another file. Headings are moved down below the section. If the lines would be
 * parsed differently there, each entry is written as a list item. Returns the entry that cannot be written even so as `stuck`.
 */
export function carryText(source: Source, reader: Reader): CarriedText | { readonly stuck: ParsedEntry } {
  const verbatim = asWritten(source)
  if (misread(verbatim.block, source.parsed, reader) === null) return verbatim
  const listed = asList(source)
  const stuck = misread(listed.block, source.parsed, reader)
  return stuck === null ? listed : { stuck }
}

/** Returns some entries as lines, or the entry that cannot be written as `stuck`. */
export function carryEntries(
  text: string,
  parsed: ParsedFile,
  indices: readonly number[],
  reader: Reader,
): CarriedPart | { readonly stuck: ParsedEntry } {
  const lines = textLines(text)
  const one = (index: number, listed: boolean): string[] => {
    const entry = parsed.entries[index] as ParsedEntry
    return listed ? asItem(entry) : lines.slice(entry.span.line - 1, entry.span.endLine)
  }
  const chosen: string[] = []
  for (const index of indices) {
    const written = [false, true]
      .map((listed) => one(index, listed))
      .find(
        (part) =>
          misread({ lead: { lines: part, entries: [index] }, rest: NO_PART }, parsed, reader) === null,
      )
    if (!written) return { stuck: parsed.entries[index] as ParsedEntry }
    chosen.push(
      ...(chosen.length > 0 && !mayFollowDirectly(chosen.at(-1) ?? "", written[0] ?? "")
        ? ["", ...written]
        : written),
    )
  }
  const part = { lines: chosen, entries: indices }
  const stuck = misread({ lead: part, rest: NO_PART }, parsed, reader)
  return stuck === null ? part : { stuck }
}

export const NO_PART: CarriedPart = { lines: [], entries: [] }

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]/

/** True if a list item may follow a line without a blank line: after another list item, or after a comment. */
export const mayFollowDirectly = (above: string, below: string): boolean =>
  ITEM.test(below) && !/^\s/.test(below) && (ITEM.test(above) || /^\s{2,}\S|-->[ \t]*$/.test(above))

/** Returns the first entry that would be parsed differently in a section with another section below; null if none would. */
function misread(
  { lead, rest }: Block,
  { entries }: ParsedFile,
  { format, readAs }: Reader,
): ParsedEntry | null {
  const text = [
    "# Memory",
    "",
    "## Carried-Specific", // a role's section, whose first paragraphs would be its description
    ...lead.lines,
    ...(rest.lines.length > 0 ? ["", ...rest.lines] : []),
    "",
    "## Below",
    "- last",
    "",
  ].join("\n")
  const after = format.parse(text, readAs)
  const expected: EntryContent[] = [...lead.entries, ...rest.entries].map(
    (index) => entries[index] as ParsedEntry,
  )
  const at = expected.findIndex((entry, place) => !hasSameContent(entry, after.entries[place] ?? NOTHING))
  if (at >= 0) return expected[at] as ParsedEntry
  const last = after.entries[expected.length]
  const stands =
    after.entries.length === expected.length + 1 &&
    last?.text === "last" &&
    last.section === after.sections.length - 1
  return stands ? null : ((expected.at(-1) as ParsedEntry | undefined) ?? null)
}

const NOTHING: EntryContent = { text: "", state: "current", retiredBecause: null, date: null }

function asWritten(source: Source): CarriedText {
  const { parsed, scaffold } = source
  const lines = textLines(source.text)
  const outline = outlineOf(source, lines)
  const kept: string[] = []
  const headAt: number[] = []
  let others = 0
  for (let line = outline.start; line <= lines.length; line += 1) {
    const text = lines[line - 1] ?? ""
    const heading = outline.headings.get(line)
    if (heading) {
      if (heading.written !== null) headAt.push(kept.push(heading.written) - 1)
      line = heading.endLine
    } else if (outline.keeps(line)) {
      if (outline.inEntry(line) || !isScaffold(text, scaffold)) kept.push(text)
    } else if (text.trim() !== "" && !isScaffold(text, scaffold) && !outline.inLog(line)) others += 1
  }
  const first = headAt[0] ?? kept.length
  const indexes = parsed.entries.map((_, index) => index)
  return {
    block: {
      lead: {
        lines: trimmed(kept.slice(0, first)),
        entries: indexes.filter((index) => outline.isLead(index)),
      },
      rest: { lines: trimmed(kept.slice(first)), entries: indexes.filter((index) => !outline.isLead(index)) },
    },
    dropped: [...outline.dropped, ...droppedLines(others)],
  }
}

const isScaffold = (line: string, scaffold: ReadonlySet<string>): boolean =>
  line.trim() !== "" && scaffold.has(line.trim())

const droppedLines = (count: number): string[] =>
  count > 0
    ? [formatCount(count, "line that is not part of an entry", "lines that are not part of an entry")]
    : []

function asList(source: Source): CarriedText {
  const { text, parsed, scaffold } = source
  const lines = textLines(text)
  const outline = outlineOf(source, lines)
  const lead: string[] = []
  const rest: string[] = []
  const order: { lead: number[]; rest: number[] } = { lead: [], rest: [] }
  for (const [index, entry] of parsed.entries.entries())
    if (outline.isLead(index)) {
      lead.push(...asItem(entry))
      order.lead.push(index)
    }
  for (const [section, { span }] of parsed.sections.entries()) {
    const heading = outline.headings.get(span.line)
    if (heading?.written === null || heading === undefined) continue
    rest.push(...(rest.length > 0 ? [""] : []), heading.written)
    for (const [index, entry] of parsed.entries.entries())
      if (entry.section === section) {
        rest.push(...asItem(entry))
        order.rest.push(index)
      }
  }
  const others = lines.filter(
    (words, at) =>
      at + 1 >= outline.start &&
      words.trim() !== "" &&
      !outline.inEntry(at + 1) &&
      !outline.isHeading(at + 1) &&
      !scaffold.has(words.trim()) &&
      !outline.inLog(at + 1),
  ).length
  return {
    block: { lead: { lines: lead, entries: order.lead }, rest: { lines: rest, entries: order.rest } },
    dropped: [...outline.dropped, ...droppedLines(others)],
  }
}

/** Returns an entry as a list item: `- [2026-02-11] ~~The API speaks XML~~ ← STALE (it moved to JSON)`, with its nested lines. */
function asItem({ text, date, state, retiredBecause }: ParsedEntry): string[] {
  const [first = "", ...others] = text.split("\n")
  const tag = date === null ? "" : `[${date}] `
  const said =
    state === "current"
      ? first
      : `~~${first}~~ ← STALE${retiredBecause === null || retiredBecause === "" ? "" : ` (${retiredBecause})`}`
  return [`- ${tag}${said}`, ...others.map((line) => (line === "" ? "" : `  ${line}`))]
}

interface Heading {
  /** Last line of the heading. */
  readonly endLine: number
  /** The heading in the new file; null if it is dropped. */
  readonly written: string | null
}

interface Outline {
  /** First line after the front matter. */
  readonly start: number
  /** By line. */
  readonly headings: ReadonlyMap<number, Heading>
  /** Content that is not carried over, for display. */
  readonly dropped: readonly string[]
  inEntry(line: number): boolean
  isHeading(line: number): boolean
  /** True for a line in a session log. */
  inLog(line: number): boolean
  /** True for lines that are carried over: entries, and comments and rules in a section with entries. */
  keeps(line: number): boolean
  /** True for an entry before the first heading below the title. */
  isLead(index: number): boolean
}

/** Returns which parts of a file are carried over. */
function outlineOf(source: Source, lines: readonly string[]): Outline {
  const { sections, entries, sessions } = source.parsed
  const counts = entryCounts(source.parsed)
  const title = sections[0]?.level === 1 ? 0 : -1
  const sectionAt = (line: number): number | null => {
    const found = sections.findLastIndex(({ span }) => span.line <= line)
    return found < 0 ? null : found
  }
  const logs = new Set(sessions.map(({ line }) => sectionAt(line)))
  const headings = headingsOf(
    source,
    lines,
    (section) => section !== title && (counts.below[section] ?? 0) > 0,
  )
  const inside = new Uint8Array(lines.length + 2)
  for (const { span } of entries) inside.fill(1, span.line, span.endLine + 1)
  const heads = new Set(
    [...headings].flatMap(([line, { endLine }]) =>
      Array.from({ length: endLine - line + 1 }, (_, at) => line + at),
    ),
  )
  const isEmpty = ({ span }: (typeof sections)[number], section: number) =>
    section !== title &&
    counts.below[section] === 0 &&
    !logs.has(section) &&
    !source.scaffold.has((lines[span.line - 1] ?? "").trim())
  const start = afterFrontmatter(lines, source.parsed)
  return {
    start,
    headings,
    dropped: droppedParts(source.parsed, {
      hasFrontmatter: start > 1,
      hasTitle: title === 0,
      emptySections: sections.filter(isEmpty).length,
    }),
    inEntry: (line) => inside[line] === 1,
    isHeading: (line) => heads.has(line),
    inLog: (line) => {
      const section = sectionAt(line)
      return section !== null && logs.has(section)
    },
    keeps: (line) => {
      const section = sectionAt(line)
      return inside[line] === 1 || section === null || (counts.own[section] ?? 0) > 0
    },
    isLead: (index) => {
      const section = entries[index]?.section ?? null
      return section === null || section === title
    },
  }
}

/** Returns the number of entries of each section, without (`own`) and with (`below`) its subsections. */
function entryCounts({ sections, entries }: ParsedFile): { own: number[]; below: number[] } {
  const own = sections.map((_, section) => entries.filter((entry) => entry.section === section).length)
  const below = sections.map(({ level }, section) => {
    const next = sections.findIndex((other, at) => at > section && other.level <= level)
    return sum(own.slice(section, next < 0 ? sections.length : next))
  })
  return { own, below }
}

/** Returns the headings by line. Kept ones are moved below level 2, and named after the source if they would have other readers. */
function headingsOf(
  { parsed: { sections }, of }: Source,
  lines: readonly string[],
  isKept: (section: number) => boolean,
): Map<number, Heading> {
  const top = Math.min(...sections.filter((_, section) => isKept(section)).map(({ level }) => level), 6)
  return new Map(
    sections.map(({ name, level, span }, section) => {
      const title = audienceOf(name) === null ? name : `${name} (${of})`
      const written = isKept(section) ? `${"#".repeat(Math.min(6, level - top + 3))} ${title}` : null
      return [span.line, { endLine: headingEnd(lines, span.line), written }]
    }),
  )
}

function droppedParts(
  { sections, sessions }: ParsedFile,
  {
    hasFrontmatter,
    hasTitle,
    emptySections,
  }: { readonly hasFrontmatter: boolean; readonly hasTitle: boolean; readonly emptySections: number },
): string[] {
  return [
    ...(hasFrontmatter ? ["its front matter"] : []),
    ...(hasTitle ? [`its title “${sections[0]?.name}”`] : []),
    ...(sessions.length > 0
      ? [formatCount(sessions.length, "line of its session log", "lines of its session log")]
      : []),
    ...(emptySections > 0
      ? [formatCount(emptySections, "heading with nothing below it", "headings with nothing below them")]
      : []),
  ]
}

/** Returns the first line after the front matter; 1 if there is none. */
function afterFrontmatter(lines: readonly string[], { entries, sections }: ParsedFile): number {
  if (lines[0]?.trimEnd() !== "---") return 1
  const close = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  const first = Math.min(entries[0]?.span.line ?? Infinity, sections[0]?.span.line ?? Infinity)
  return close > 0 && close + 1 < first ? close + 2 : 1
}

/** Returns the last line of a heading: the same line after `#`, or the line of `=` or `-` below. */
function headingEnd(lines: readonly string[], line: number): number {
  if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(lines[line - 1] ?? "")) return line
  const under = lines.findIndex((words, at) => at >= line && /^ {0,3}(?:=+|-+)[ \t]*$/.test(words))
  return under < 0 ? line : under + 1
}

function trimmed(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => line.trim() !== "")
  const to = lines.findLastIndex((line) => line.trim() !== "")
  return from < 0 ? [] : lines.slice(from, to + 1)
}
