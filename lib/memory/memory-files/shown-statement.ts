/** Returns the text of an entry for lists, with its labels or column heads. */
export const shownEntry = (entry: Titled): string =>
  titledStatement(entry.labels?.length ? entry : { ...entry, text: shownStatement(entry.text) })

/**
 * Returns a text for lists: table rows with a dot between cells, code without its fence. For display only. A change quotes the text of the
 * entry as stored.
 */
export function shownStatement(text: string): string {
  const shown: string[] = []
  let fence: string | null = null
  for (const line of text.split("\n")) {
    if (fence !== null) {
      if (closes(line, fence)) fence = null
      else shown.push(line)
      continue
    }
    fence = fenceOpenedBy(line)
    if (fence === null && !isRule(line)) shown.push(rowOf(line) ?? line)
  }
  const words = shown.join("\n").trim()
  return words === "" ? text : words
}

/** Returns the marks of the code fence that a line opens, or null. */
function fenceOpenedBy(line: string): string | null {
  const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
  if (mark === undefined) return null
  const isInlineCode = mark.startsWith("`") && line.trim().slice(mark.length).includes("`")
  return isInlineCode ? null : mark
}

/** True for a line that consists of the fence's mark, at least as many times as in the opening line. */
const closes = (line: string, fence: string): boolean => {
  const end = line.trim()
  return end.length >= fence.length && end === (fence[0] as string).repeat(end.length)
}

/** True for the line between the head of a table and its rows. Checks each cell, because one pattern takes quadratic time in blanks. */
function isRule(line: string): boolean {
  const words = line.trim()
  const cells = words.replace(/^\|/, "").replace(/\|$/, "").split("|")
  return (words.startsWith("|") || cells.length > 1) && cells.every((cell) => /^:?-+:?$/.test(cell.trim()))
}

/** Returns the cells of a row with pipes at both ends; null for other lines. */
function rowOf(line: string): string | null {
  const inner = /^\s*\|(.*[^\\])\|\s*$/.exec(line)?.[1]
  if (inner === undefined) return null
  const cells = inner
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))
    .filter((cell) => cell !== "")
  return cells.length === 0 ? null : cells.join(" · ")
}

interface Titled {
  readonly text: string
  /** The label above the entry. */
  readonly title?: string | null | undefined
  /** The column heads of a table's row. */
  readonly labels?: readonly string[] | undefined
}

/**
 * Returns the text of an entry with its label: "Verification: run the smoke tests". The cells of a row follow
 * their column heads: "Service: Redis · Port: 6380".
 */
export function titledStatement({ text, title, labels = [] }: Titled): string {
  const words = labels.length > 0 ? labelledCells(text, labels) : text
  if (!title) return words
  return words.includes("\n") ? `${title}:\n${words}` : `${title}: ${words}`
}

function labelledCells(row: string, labels: readonly string[]): string {
  return row
    .split(/(?<!\\)\|/)
    .map((cell, at) => ({ cell: cell.trim().replaceAll("\\|", "|"), label: labels[at] ?? "" }))
    .filter(({ cell }) => cell !== "")
    .map(({ cell, label }) => (label === "" ? cell : `${label}: ${cell}`))
    .join(" · ")
}
