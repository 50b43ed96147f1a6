import type { ParsedFile } from "../memory-files/format"
import { type Block, isTight, type Part } from "./carry"

/** What comes to stand in a section: in one that is there (its index, null: before the first heading), or in one that is made. */
export interface Addition {
  readonly into:
    | { readonly section: number | null }
    | {
        readonly heading: string
        /** The section that it is made before; null: at the end. */ readonly before: number | null
      }
  readonly block: Block
}

/** Which entry stands where then: one that stood there, or one that an addition brought. */
export type Placed = { readonly stood: number } | { readonly addition: number; readonly entry: number }

interface Splice {
  readonly at: number
  readonly text: string
  readonly placed: readonly Placed[]
  /** With a heading of its own: below what goes on in the section that ends there. */
  readonly makes: boolean
}

/**
 * A text with blocks put at the ends of its sections; all else keeps its bytes. `loose`: with a blank line before each block, also where
 * lists could go on.
 */
export function insertBlocks(
  text: string,
  parsed: ParsedFile,
  additions: readonly Addition[],
  loose: boolean,
): { text: string; order: Placed[] } {
  const lines = indexed(text)
  const splices = additions.flatMap((addition, place) =>
    "heading" in addition.into
      ? madeSection(lines, parsed, addition, place)
      : goneOn(lines, parsed, addition, place, loose),
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
    placed: { stood: index } satisfies Placed as Placed,
  }))
  const brought = sorted.flatMap(({ at, placed }) => placed.map((one) => ({ at: at - 0.5, placed: one })))
  const order = [...stood, ...brought].toSorted((a, b) => a.at - b.at).map(({ placed }) => placed)
  return { text: written + text.slice(from), order }
}

function goneOn(
  lines: Indexed,
  parsed: ParsedFile,
  { into, block }: Addition,
  place: number,
  loose: boolean,
): Splice[] {
  const section = "section" in into ? into.section : null
  const own =
    section === null
      ? { line: 1, endLine: (parsed.sections[0]?.span.line ?? lines.count + 1) - 1 }
      : (parsed.sections[section]?.span ?? { line: 1, endLine: lines.count })
  const level = section === null ? 6 : (parsed.sections[section]?.level ?? 6)
  let endLine = own.endLine
  if (section !== null)
    for (
      let next = section + 1;
      next < parsed.sections.length && (parsed.sections[next]?.level ?? 0) > level;
      next += 1
    )
      endLine = parsed.sections[next]?.span.endLine ?? endLine
  const parts =
    endLine === own.endLine
      ? [{ endLine, part: joined(block) }]
      : [
          { endLine: own.endLine, part: block.lead },
          { endLine, part: block.rest },
        ]
  return parts
    .filter(({ part }) => part.lines.length > 0)
    .map(({ endLine: last, part }) =>
      below(lines, { first: own.line, last, level: section === null ? 0 : level }, part, place, loose),
    )
}

/** Below the last line with words of a section, of level 0 before the first heading: right below a heading that is not the title. */
function below(
  lines: Indexed,
  { first, last, level }: { first: number; last: number; level: number },
  { lines: added, entries }: Part,
  place: number,
  loose: boolean,
): Splice {
  let line = Math.min(last, lines.count)
  while (line >= first && lines.text(line).trim() === "") line -= 1
  const placed = entries.map((entry) => ({ addition: place, entry }))
  if (line < first)
    return {
      at: lines.start(first),
      text: `${added.join("\n")}\n${first <= lines.count ? "\n" : ""}`,
      placed,
      makes: false,
    }
  const close =
    (level > 1 && line === first && !loose) || (!loose && isTight(lines.text(line), added[0] ?? ""))
  const follows = line < lines.count && lines.text(line + 1).trim() !== "" ? "\n" : ""
  return {
    at: lines.end(line),
    text: `${close ? "\n" : "\n\n"}${added.join("\n")}${follows}`,
    placed,
    makes: false,
  }
}

function madeSection(lines: Indexed, parsed: ParsedFile, { into, block }: Addition, place: number): Splice[] {
  if (!("heading" in into)) return []
  const { lines: added, entries } = joined(block)
  const words = [`## ${into.heading}`, ...added].join("\n")
  const placed = entries.map((entry) => ({ addition: place, entry }))
  const before = into.before === null ? undefined : parsed.sections[into.before]?.span.line
  if (before !== undefined) return [{ at: lines.start(before), text: `${words}\n\n`, placed, makes: true }]
  let line = lines.count
  while (line > 0 && lines.text(line).trim() === "") line -= 1
  if (line === 0)
    return [{ at: lines.start(1), text: `${words}\n${lines.count > 0 ? "\n" : ""}`, placed, makes: true }]
  return [
    {
      at: lines.end(line),
      text: `\n\n${words}${line === lines.count && !lines.broken ? "\n" : ""}`,
      placed,
      makes: true,
    },
  ]
}

function joined({ lead, rest }: Block): Part {
  return {
    lines: [...lead.lines, ...(lead.lines.length > 0 && rest.lines.length > 0 ? [""] : []), ...rest.lines],
    entries: [...lead.entries, ...rest.entries],
  }
}

interface Indexed {
  readonly count: number
  readonly eol: string
  /** The last line ends in a line break. */
  readonly broken: boolean
  start(line: number): number
  end(line: number): number
  text(line: number): string
}

/** The lines of a text with their places in it, counted as the formats count them. */
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
