/** An entry of a file that is over its budget. Ids are unique in the file. */
export interface TrimEntry {
  readonly id: string
  readonly text: string
  readonly section: string | null
  /** First line, from 1. */
  readonly line: number
  /** Number of lines. */
  readonly lines: number
  /** ISO date */
  readonly date: string | null
  readonly type: string | null
  /** ISO date on which its verification expires. */
  readonly vouchedUntil?: string | null
  /** Number of times agents received or found it. */
  readonly accessed: number
  /** Title of the topic file that this index line links to. Index lines stay. */
  readonly topic?: string | null
  /** True if the entry is retired: agents do not get it, but it still takes its lines. */
  readonly retired?: boolean
  /** Readers of its section if it is not for all. Entries for different readers are never duplicates. */
  readonly audience?: string
}

export interface TrimInput {
  readonly entries: readonly TrimEntry[]
  /** Lines of the whole file, with headings and blank lines. */
  readonly lines: number
  /** Number of lines that the file may have. */
  readonly budget: number
  /** ISO date */
  readonly today: string
  /** Age in days from which an entry is stale; null: never. */
  readonly staleDays: number | null
  /** Age limits by entry type; null: never stale. */
  readonly staleDaysByType?: Readonly<Record<string, number | null>>
  /** False if the file's harness does not read topic files. Then no entry is moved. */
  readonly moves?: boolean
}

export const TRIM_RULES = [
  "struck",
  "same words",
  "noise",
  "said twice",
  "stale subject",
  "stale",
  "subject",
  "rest",
] as const
export type TrimRule = (typeof TRIM_RULES)[number]

/** One step of a trim: `remove` and `merge` concern one entry, `move` all entries of one topic. */
export interface TrimStep {
  readonly kind: "remove" | "merge" | "move"
  readonly rule: TrimRule
  /** Ids of the entries that leave the file. */
  readonly entries: readonly string[]
  /** For a merge, the id of the entry that stays. For a move, the title of the topic. */
  readonly into?: string
  /** For a move, the text of the new index line; null if the index links to the topic already. */
  readonly text?: string | null
  /** For a merge, the later date of both entries. */
  readonly date?: string | null
  /** Reason, for display. */
  readonly why: string
  /** Number of lines saved. */
  readonly lines: number
}

export interface Trim {
  /** Ordered by information lost, least first. */
  readonly steps: readonly TrimStep[]
  /** Lines of the file after all steps. */
  readonly left: number
  readonly fits: boolean
  /** Result as a sentence, for display. */
  readonly told: string
}
