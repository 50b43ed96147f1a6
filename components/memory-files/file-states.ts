/** A row of the file list: the part of `listMemoryFiles`’ answer that the list shows. */
export interface ListedFile {
  id: string
  path: string
  title: string | null
  format: string
  formatName: string
  scope: string
  state: "present" | "gone" | "broken"
  project: { slug: string; name: string }
  agent: string | null
  /** Category that shares the file. Null for other files. */
  category: string | null
  lines: number
  budget: number | null
  /** Number of lines that the harness loads. Null if it loads all, or if the limit is not in lines. */
  limit: number | null
  /** Number of lines that are not loaded. */
  below: number
  /** Number of entries, without retired ones. */
  entries: number
  problems: number
  updatedOn: string | null
}

export const FILE_STATES = ["broken", "past-cut", "over-budget", "problems", "gone", "fine"] as const
export type FileState = (typeof FILE_STATES)[number]

/** Returns the worst state that applies to a file. */
export function stateOf(file: ListedFile): FileState {
  if (file.state === "gone") return "gone"
  if (file.state === "broken") return "broken"
  if (file.below > 0) return "past-cut"
  if (file.budget !== null && file.lines > file.budget) return "over-budget"
  return file.problems > 0 ? "problems" : "fine"
}

export const FILE_STATE_NAMES: Record<FileState, string> = {
  broken: "Malformed",
  "past-cut": "Truncated",
  "over-budget": "Over budget",
  problems: "With problems",
  gone: "Removed from source",
  fine: "No problems",
}
