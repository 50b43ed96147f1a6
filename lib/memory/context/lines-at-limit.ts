import type { Cut } from "../memory-files/load-limit"

/** A line near the load limit. */
export interface LineAtCut {
  readonly line: number
  readonly text: string
  readonly loaded: boolean
}

/** Returns the last loaded lines and the first that are not, as written. Long lines are truncated with "…". */
export function linesAroundCut(
  text: string,
  cut: Pick<Cut, "line">,
  { before = 3, after = 3, longest = 240 } = {},
): LineAtCut[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)
  if (lines.at(-1) === "") lines.pop()
  const from = Math.max(1, cut.line - before)
  return lines.slice(from - 1, cut.line - 1 + after).map((words, at) => ({
    line: from + at,
    text: words.length > longest ? `${words.slice(0, longest)}…` : words,
    loaded: from + at < cut.line,
  }))
}
