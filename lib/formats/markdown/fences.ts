import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import type { Block } from "./blocks"
import type { Lines } from "./lines"

/** Reports a code block that is never closed. A warning if it contains headings. */
export function unclosedFence(blocks: readonly Block[], lines: Lines): Diagnostic[] {
  const last = blocks.at(-1)
  if (last?.kind !== "code") return []
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(lines.text(last.line))?.[1]
  if (mark === undefined) return []
  const end = lines.text(last.endLine).trim()
  const isClosed =
    last.endLine > last.line && end.startsWith(mark) && end === mark.slice(0, 1).repeat(end.length)
  if (isClosed) return []
  const sections = countSections(lines, last)
  const lost =
    sections === 0
      ? ""
      : `, so ${sections} ${sections === 1 ? "section below it is" : "sections below it are"} read as code`
  return [
    {
      line: last.line,
      column: lines.text(last.line).indexOf(mark) + 1,
      severity: sections === 0 ? "info" : "warning",
      code: "fence-unclosed",
      message: `This code block is not closed${lost}. Add a line with ${mark} where the code ends`,
    },
  ]
}

function countSections(lines: Lines, { line, endLine }: Block): number {
  let count = 0
  for (let at = line + 1; at <= endLine; at += 1) if (/^#{2,6} /.test(lines.text(at))) count += 1
  return count
}
