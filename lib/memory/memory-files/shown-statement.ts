import { type Titled, titledStatement } from "./titled-statement"

/** An entry as it is shown among others: `shownStatement` below its label, or behind its column heads. */
export const shownEntry = (entry: Titled): string =>
  titledStatement(entry.labels?.length ? entry : { ...entry, text: shownStatement(entry.text) })

/**
 * A statement as it is shown among others: of a table its rows, the cells apart by a dot, and of a fence the code alone. What it says stays,
 * what only lays it out goes. For reading: whoever changes an entry quotes its text.
 */
export function shownStatement(text: string): string {
  const shown: string[] = []
  let fence: string | null = null
  for (const line of text.split("\n")) {
    const mark: string | null = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (fence !== null && closes(line, fence)) fence = null
    else if (fence !== null) shown.push(line)
    else if (mark !== null && !(mark.startsWith("`") && line.trim().slice(mark.length).includes("`")))
      fence = mark
    else if (!isRule(line)) shown.push(rowOf(line) ?? line)
  }
  const words = shown.join("\n").trim()
  return words === "" ? text : words
}

/** Of as many marks as the fence began with, or more, and nothing else. */
const closes = (line: string, fence: string): boolean => {
  const end = line.trim()
  return end.length >= fence.length && end === (fence[0] as string).repeat(end.length)
}

/** Whether a line is the one between a table's head and its rows. Cell by cell: one pattern for all of it takes the square of a line's blanks. */
function isRule(line: string): boolean {
  const words = line.trim()
  const cells = words.replace(/^\|/, "").replace(/\|$/, "").split("|")
  return (words.startsWith("|") || cells.length > 1) && cells.every((cell) => /^:?-+:?$/.test(cell.trim()))
}

/** The cells of a row that has its pipes at both ends; null where a line is none. */
function rowOf(line: string): string | null {
  const inner = /^\s*\|(.*[^\\])\|\s*$/.exec(line)?.[1]
  if (inner === undefined) return null
  const cells = inner
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))
    .filter((cell) => cell !== "")
  return cells.length === 0 ? null : cells.join(" · ")
}
