import { audienceOf } from "../context/category-section"
import type { MemoryFormat, ParsedEntry, ParsedFile } from "../memory-files/format"
import { textLines } from "../text/text-lines"
import { counted, type Said, saysTheSame } from "./memory"

/** Lines that come to stand in a section of another file, and the entries in them. */
export interface Block {
  /** Before its first heading, and from there on: what has a heading goes below what has none. */
  readonly lead: Part
  readonly rest: Part
}

export interface Part {
  readonly lines: readonly string[]
  /** Indices of the file's entries, in the order of the lines. */
  readonly entries: readonly number[]
}

export interface Carried {
  readonly block: Block
  /** What is no entry and stays behind, in words. */
  readonly dropped: readonly string[]
}

interface Source {
  readonly text: string
  readonly parsed: ParsedFile
  /** The lines that the format itself puts into a new file: nobody misses them. */
  readonly scaffold: ReadonlySet<string>
  /** What to call the file in a heading that would speak to others elsewhere. */
  readonly of: string
}

/** Where it is to be read again. */
export interface Reader {
  readonly format: MemoryFormat
  readonly readAs: string
}

/**
 * What a file says, as lines of a section in another one: its own lines, with its headings one step below a section's. Where these would
 * read otherwise there, each entry is written as an item of a list. Null with the entry that cannot be written at all.
 */
export function carry(source: Source, reader: Reader): Carried | { readonly stuck: ParsedEntry } {
  const verbatim = asTheyStand(source)
  if (misread(verbatim.block, source.parsed, reader) === null) return verbatim
  const listed = asList(source)
  const stuck = misread(listed.block, source.parsed, reader)
  return stuck === null ? listed : { stuck }
}

/** A few entries by themselves, as lines of one part. */
export function carryEntries(
  text: string,
  parsed: ParsedFile,
  indices: readonly number[],
  reader: Reader,
): Part | { readonly stuck: ParsedEntry } {
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
      ...(chosen.length > 0 && !isTight(chosen.at(-1) ?? "", written[0] ?? "") ? ["", ...written] : written),
    )
  }
  const part = { lines: chosen, entries: indices }
  const stuck = misread({ lead: part, rest: NO_PART }, parsed, reader)
  return stuck === null ? part : { stuck }
}

export const NO_PART: Part = { lines: [], entries: [] }

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]/

/** Whether two lines may follow each other without a blank one: both are of lists, or one closes a comment. */
export const isTight = (above: string, below: string): boolean =>
  ITEM.test(below) && !/^\s/.test(below) && (ITEM.test(above) || /^\s{2,}\S|-->[ \t]*$/.test(above))

/** The first entry that would read otherwise in a section with another one below it; null where all read the same. */
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
  const expected: Said[] = [...lead.entries, ...rest.entries].map((index) => entries[index] as ParsedEntry)
  const at = expected.findIndex((entry, place) => !saysTheSame(entry, after.entries[place] ?? NOTHING))
  if (at >= 0) return expected[at] as ParsedEntry
  const last = after.entries[expected.length]
  const stands =
    after.entries.length === expected.length + 1 &&
    last?.text === "last" &&
    last.section === after.sections.length - 1
  return stands ? null : ((expected.at(-1) as ParsedEntry | undefined) ?? null)
}

const NOTHING: Said = { text: "", state: "current", retiredBecause: null, date: null }

function asTheyStand(source: Source): Carried {
  const { text, parsed, scaffold } = source
  const lines = textLines(text)
  const outline = outlineOf(source, lines)
  const kept: string[] = []
  const headAt: number[] = []
  let others = 0
  const dropped: string[] = []
  for (let line = outline.start; line <= lines.length; line += 1) {
    const words = lines[line - 1] ?? ""
    const heading = outline.headings.get(line)
    if (heading) {
      if (heading.written !== null) headAt.push(kept.push(heading.written) - 1)
      line = heading.endLine
      continue
    }
    const section = outline.sectionAt(line)
    if (words.trim() !== "" && scaffold.has(words.trim()) && !outline.inEntry(line)) continue
    if (outline.inEntry(line) || section === null || outline.holds(section)) kept.push(words)
    else if (words.trim() !== "" && !outline.isLog(section)) others += 1
  }
  if (others > 0) dropped.push(counted(others, "line without an entry", "lines without an entry"))
  const first = headAt[0] ?? kept.length
  const leadEntries = parsed.entries.map((_, index) => index).filter((index) => outline.isLead(index))
  const lead = { lines: trimmed(kept.slice(0, first)), entries: leadEntries }
  const rest = {
    lines: trimmed(kept.slice(first)),
    entries: parsed.entries.map((_, index) => index).filter((index) => !outline.isLead(index)),
  }
  return { block: { lead, rest }, dropped: [...outline.dropped, ...dropped] }
}

function asList(source: Source): Carried {
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
    dropped: [
      ...outline.dropped,
      ...(others > 0 ? [counted(others, "line without an entry", "lines without an entry")] : []),
    ],
  }
}

/** `- [2026-02-11] ~~The API speaks XML~~ ← STALE (it moved to JSON)`, with what is nested in it. */
function asItem({ text, date, state, retiredBecause }: ParsedEntry): string[] {
  const [first = "", ...others] = text.split("\n")
  const tag = date === null ? "" : `[${date}] `
  const said =
    state === "current"
      ? first
      : `~~${first}~~ ← STALE${retiredBecause === null || retiredBecause === "" ? "" : ` (${retiredBecause})`}`
  return [`- ${tag}${said}`, ...others.map((line) => (line === "" ? "" : `  ${line}`))]
}

/** How a file is divided, as far as its parts go along or stay behind. */
function outlineOf({ parsed, scaffold, of }: Source, lines: readonly string[]) {
  const { sections, entries, sessions } = parsed
  const start = afterFrontmatter(lines, parsed)
  const title = sections[0]?.level === 1 ? 0 : -1
  const ownEntries = sections.map((_, section) => entries.filter((entry) => entry.section === section).length)
  const below = sections.map((one, section) => {
    let count = ownEntries[section] ?? 0
    for (
      let next = section + 1;
      next < sections.length && (sections[next]?.level ?? 0) > one.level;
      next += 1
    )
      count += ownEntries[next] ?? 0
    return count
  })
  const sectionAt = (line: number): number | null => {
    const found = sections.findLastIndex(({ span }) => span.line <= line)
    return found < 0 ? null : found
  }
  const logs = new Set(sessions.map(({ line }) => sectionAt(line)))
  const kept = sections.flatMap(({ level }, section) =>
    section !== title && (below[section] ?? 0) > 0 ? [level] : [],
  )
  const top = Math.min(...kept, 6)
  const headings = new Map(
    sections.map(({ name, level, span }, section) => {
      const isKept = section !== title && (below[section] ?? 0) > 0
      return [
        span.line,
        {
          endLine: headingEnd(lines, span.line),
          written: isKept
            ? `${"#".repeat(Math.min(6, level - top + 3))} ${audienceOf(name) === null ? name : `${name} (${of})`}`
            : null,
        },
      ]
    }),
  )
  const inside = new Uint8Array(lines.length + 2)
  for (const { span } of entries) inside.fill(1, span.line, span.endLine + 1)
  const heads = new Set(
    [...headings].flatMap(([line, { endLine }]) =>
      Array.from({ length: endLine - line + 1 }, (_, at) => line + at),
    ),
  )
  const empty = sections.filter(
    (one, section) =>
      section !== title &&
      below[section] === 0 &&
      !logs.has(section) &&
      !scaffold.has((lines[one.span.line - 1] ?? "").trim()),
  ).length
  const dropped = [
    ...(start > 1 ? ["its front matter"] : []),
    ...(title === 0 ? [`its title “${sections[0]?.name}”`] : []),
    ...(sessions.length > 0
      ? [counted(sessions.length, "line of its session log", "lines of its session log")]
      : []),
    ...(empty > 0
      ? [counted(empty, "heading with nothing below it", "headings with nothing below them")]
      : []),
  ]
  return {
    start,
    headings,
    dropped,
    sectionAt,
    inEntry: (line: number) => inside[line] === 1,
    isHeading: (line: number) => heads.has(line),
    isLog: (section: number) => logs.has(section),
    inLog: (line: number) => logs.has(sectionAt(line)) && sectionAt(line) !== null,
    /** Whether the lines of a section that are no entries go along: comments and rules between its entries do. */
    holds: (section: number) => (ownEntries[section] ?? 0) > 0,
    isLead: (index: number) => {
      const section = entries[index]?.section ?? null
      return section === null || section === title
    },
  }
}

/** The line after `---` … `---` at the top; 1 where the file has none. */
function afterFrontmatter(lines: readonly string[], { entries, sections }: ParsedFile): number {
  if (lines[0]?.trimEnd() !== "---") return 1
  const close = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  const first = Math.min(entries[0]?.span.line ?? Infinity, sections[0]?.span.line ?? Infinity)
  return close > 0 && close + 1 < first ? close + 2 : 1
}

/** A heading after `#` is one line; one that is underlined ends at its line of `=` or `-`. */
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
