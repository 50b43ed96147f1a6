export interface Titled {
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
