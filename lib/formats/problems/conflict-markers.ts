import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import type { Lines } from "../markdown/lines"

const OURS = /^<{7}(?: |$)/
const SPLIT = /^={7}$/
const THEIRS = /^>{7}(?: |$)/
const FENCE = /^ {0,3}(?:`{3}|~{3})/

/** Maximum number of reports per file. */
const MOST = 20

/**
 * Returns the conflicts of an unfinished merge: the three markers in order. Fenced code may show markers as
 * an example, so it is skipped.
 */
export function listConflictMarkers(lines: Lines): Diagnostic[] {
  const found: Diagnostic[] = []
  let isFenced = false
  let ours: number | null = null
  let isSplit = false
  for (let line = 1; line <= lines.count && found.length < MOST; line += 1) {
    const words = lines.text(line).trimEnd()
    if (ours === null && FENCE.test(words)) isFenced = !isFenced
    if (isFenced) continue
    if (OURS.test(words)) {
      ours = line
      isSplit = false
    } else if (ours !== null && SPLIT.test(words)) isSplit = true
    else if (ours !== null && isSplit && THEIRS.test(words)) {
      found.push(describe(ours, line))
      ours = null
    }
  }
  return found
}

function describe(from: number, to: number): Diagnostic {
  return {
    line: from,
    column: 1,
    severity: "warning",
    code: "conflict-markers",
    message: `Lines ${from} to ${to} contain an unresolved Git conflict. Keep one side and delete the marker lines`,
  }
}
