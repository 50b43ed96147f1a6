import { compareRead, DUPLICATE_LIKENESS } from "./likeness"
import { readStatement } from "./statement"

export interface InstructionLine {
  /** Counted from 1: where it begins. */
  readonly line: number
  readonly text: string
}

export interface Instructions {
  readonly path: string
  readonly entries: readonly InstructionLine[]
}

export interface Restated {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly score: number
}

/**
 * The line of the instructions that a statement merely repeats, the most alike first; null where it says something of its own. A
 * statement that adds to an instruction does not repeat it; one that says a part of it does.
 */
export function findRestated(statement: string, instructions: readonly Instructions[]): Restated | null {
  const read = readStatement(statement)
  let best: Restated | null = null
  for (const { path, entries } of instructions) {
    for (const { line, text } of entries) {
      const { kind, score } = compareRead(read, readStatement(text))
      if ((kind === "same" || kind === "duplicate") && score >= DUPLICATE_LIKENESS && score > (best?.score ?? 0)) best = { path, line, text, score }
    }
  }
  return best
}

/**
 * What an instruction file (CLAUDE.md, AGENTS.md, SOUL.md …) says, statement by statement: list items and paragraphs with the lines that
 * continue them. Headings, frontmatter, comments, tables' rules and what stands in fences are left out.
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
  for (let at = bodyStart(lines); at < lines.length; at += 1) {
    const line = lines[at] ?? ""
    const mark = /^ {0,3}(?:[-*+>]\s+)*\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      if (mark !== undefined && mark.startsWith(fence)) fence = null
      continue
    }
    if (comment || /^\s*<!--/.test(line)) {
      comment = !line.includes("-->")
      close()
      continue
    }
    if (mark !== undefined) {
      fence = mark
      close()
      continue
    }
    if (/^\s*$|^ {0,3}#{1,6}(?:\s|$)|^ {0,3}(?:[-*_]\s*){3,}$|^ {0,3}=+\s*$|^\s*\|?[\s:|-]+\|[\s:|-]*$/.test(line)) {
      close()
      continue
    }
    const item = /^\s*(?:>\s*)*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line)
    const row = /^\s*\|(.*)\|\s*$/.exec(line)
    if (item || row) {
      close()
      open = { line: at + 1, text: (item?.[1] ?? (row?.[1] ?? "").split("|").map((cell) => cell.trim()).filter(Boolean).join(": ")).trim() }
    } else if (open === null) open = { line: at + 1, text: line.replace(/^\s*(?:>\s*)*/, "").trim() }
    else open.text += ` ${line.replace(/^\s*(?:>\s*)*/, "").trim()}`
  }
  close()
  return found
}

function bodyStart(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  return end < 0 ? 0 : end + 1
}
