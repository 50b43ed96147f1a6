/** A memory file as the list has it: what `listMemoryFiles` answers with, without what the list does not show. */
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
  /** Of a file that a whole category shares. */
  category: string | null
  lines: number
  budget: number | null
  /** Lines that the harness loads; null where it loads all, or counts otherwise. */
  limit: number | null
  /** Lines that are never loaded. */
  below: number
  entries: number
  problems: number
  updatedOn: string | null
}

export const FILE_STATES = ["broken", "past-cut", "over-budget", "problems", "gone", "fine"] as const
export type FileState = (typeof FILE_STATES)[number]

/** The worst that is to be said of a file. */
export function stateOf(file: ListedFile): FileState {
  if (file.state === "gone") return "gone"
  if (file.state === "broken") return "broken"
  if (file.below > 0) return "past-cut"
  if (file.budget !== null && file.lines > file.budget) return "over-budget"
  return file.problems > 0 ? "problems" : "fine"
}

export const STATE_WORDS: Record<FileState, string> = {
  broken: "broken",
  "past-cut": "past the cut",
  "over-budget": "over budget",
  problems: "with problems",
  gone: "gone",
  fine: "fine",
}
