import { analyzedPart } from "../text/linear-time"
import { compareParsed, MIN_DUPLICATE_SIMILARITY } from "./compare-statements"
import { readStatement, type Statement } from "../similarity/statement"
import { frontmatterEnd } from "@/lib/memory/memory-files/line-looks"

export interface InstructionLine {
  /** First line of the statement, counted from 1. */
  readonly line: number
  readonly text: string
}

export interface Instructions {
  readonly path: string
  readonly entries: readonly InstructionLine[]
}

export interface RestatedInstruction {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly score: number
}

/**
 * Returns the instruction line that a statement repeats, the most similar one of several. Returns null if the statement adds content of
 * its own. A statement that repeats part of an instruction counts as a repeat.
 */
export const findRestated = (
  statement: string,
  instructions: readonly Instructions[],
): RestatedInstruction | null => findRestatedInParsed(statement, instructions.map(parseInstructions))

/** Instructions of one file, parsed once for many comparisons. */
export interface ParsedInstructions {
  readonly path: string
  readonly lines: readonly (InstructionLine & { readonly read: Statement })[]
  /** Indexes of the lines that contain each idea. */
  readonly byIdea: ReadonlyMap<string, readonly number[]>
}

export function parseInstructions({ path, entries }: Instructions): ParsedInstructions {
  const lines = entries.map((entry) => ({ ...entry, read: readStatement(entry.text) }))
  const byIdea = new Map<string, number[]>()
  for (const [at, { read }] of lines.entries()) {
    for (const idea of new Set(read.terms.map((term) => term.idea)))
      byIdea.set(idea, [...(byIdea.get(idea) ?? []), at])
  }
  return { path, lines, byIdea }
}

/**
 * Returns the instruction line that a statement repeats, like `findRestated`, for parsed instructions. Null
 * if there is none.
 */
export function findRestatedInParsed(
  statement: string,
  instructions: readonly ParsedInstructions[],
): RestatedInstruction | null {
  const read = readStatement(statement)
  let best: RestatedInstruction | null = null
  for (const { path, lines, byIdea } of instructions) {
    for (const { line, text, read: other } of mayRepeat(read, lines, byIdea)) {
      const { kind, score } = compareParsed(read, other)
      if (
        (kind === "same" || kind === "duplicate") &&
        score >= MIN_DUPLICATE_SIMILARITY &&
        score > (best?.score ?? 0)
      )
        best = { path, line, text, score }
    }
  }
  return best
}

/**
 * Returns the lines that may repeat a statement. A line must have the same text or share at least a third of
 * the words of the shorter statement. Duplicates share most of these words; the lower limit leaves room for
 * words of one root.
 */
function mayRepeat(
  read: Statement,
  lines: ParsedInstructions["lines"],
  byIdea: ParsedInstructions["byIdea"],
): ParsedInstructions["lines"] {
  const ideas = new Set(read.terms.map((term) => term.idea))
  const shared = new Map<number, number>()
  for (const idea of ideas) for (const at of byIdea.get(idea) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
  return [...shared]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([at, count]) => {
      const line = lines[at]
      return line !== undefined &&
        (count * 3 >= Math.min(ideas.size, line.read.terms.length) || line.read.exact === read.exact)
        ? [line]
        : []
    })
}

/**
 * Returns the statements of an instruction file (CLAUDE.md, AGENTS.md, SOUL.md …): list items and paragraphs with their continuation
 * lines. Skips headings, front matter, comments, table delimiters and fenced blocks.
 */
export function instructionLines(text: string): InstructionLine[] {
  const found: { line: number; text: string }[] = []
  let open: { line: number; text: string } | null = null
  let fence: string | null = null
  let comment = false
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)
  const close = () => {
    if (open !== null && /[\p{L}\p{N}]/u.test(open.text)) found.push(open)
    open = null
  }
  for (let at = frontmatterEnd(lines); at < lines.length; at += 1) {
    const whole = lines[at] ?? ""
    const line = analyzedPart(whole)
    const mark = fenceMarkOf(line)
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null
      continue
    }
    if (comment || /^\s*<!--/.test(line)) {
      comment = !whole.includes("-->")
      close()
      continue
    }
    if (mark !== undefined) {
      fence = mark
      close()
      continue
    }
    if (BETWEEN_STATEMENTS.test(line)) {
      close()
      continue
    }
    const item = itemOf(line)
    if (item !== null) {
      close()
      open = { line: at + 1, text: item }
    } else if (open === null) open = { line: at + 1, text: line.replace(/^\s*(?:>\s*)*/, "").trim() }
    else open.text += ` ${line.replace(/^\s*(?:>\s*)*/, "").trim()}`
  }
  close()
  return found
}

/** Returns the backticks or tildes that open or close a fence. */
const fenceMarkOf = (line: string): string | undefined =>
  /^ {0,3}(?:[-*+>]\s+)*\s*(`{3,}|~{3,})/.exec(line)?.[1]

/** Matches a line outside statements: blank, a heading, a rule, or the line below a heading or table head. */
const BETWEEN_STATEMENTS =
  /^\s*$|^ {0,3}#{1,6}(?:\s|$)|^ {0,3}(?:[-*_]\s*){3,}$|^ {0,3}=+\s*$|^[\s:|-][\s:-]*\|[\s:|-]*$/

/** Returns the text of a list item or of a table row, with colons between its cells. Returns null for other lines. */
function itemOf(line: string): string | null {
  const item = /^\s*(?:>\s*)*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line)?.[1]
  if (item !== undefined) return item.trim()
  const row = /^\s*\|(.*)\|\s*$/.exec(line)?.[1]
  if (row === undefined) return null
  const cells = row.split("|").map((cell) => cell.trim())
  return cells.filter(Boolean).join(": ").trim()
}
