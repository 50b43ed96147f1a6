/** An entry of a file that is longer than it may be. Ids are unique in the file. */
export interface TrimEntry {
  readonly id: string
  readonly text: string
  readonly section: string | null
  /** Counted from 1: where it begins. */
  readonly line: number
  /** How many lines it takes. */
  readonly lines: number
  /** ISO date */
  readonly date: string | null
  readonly type: string | null
  /** ISO day until which somebody vouches for it. */
  readonly vouchedUntil?: string | null
  /** How often agents were given it or searched it out. */
  readonly accessed: number
  /** The topic file that it leads to, by its title: a line of an index, which stays. */
  readonly topic?: string | null
  /** Struck already: it says nothing to agents, and takes a line all the same. */
  readonly retired?: boolean
  /** Whom its section speaks to, where that is not everybody: what speaks to different readers is never said twice. */
  readonly audience?: string
}

export interface TrimAsked {
  readonly entries: readonly TrimEntry[]
  /** Of the whole file, headings and blanks too. */
  readonly lines: number
  readonly budget: number
  /** ISO day */
  readonly today: string
  /** Null: nothing is stale. */
  readonly staleDays: number | null
  /** Types with an age of their own; null: never stale. */
  readonly staleDaysByType?: Readonly<Record<string, number | null>>
  /** False where the file's harness opens no topic files: then nothing is moved. */
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

/** One step of a trim. Steps of `remove` and `merge` are of single lines, one of `move` is of all that one topic takes. */
export interface TrimStep {
  readonly kind: "remove" | "merge" | "move"
  readonly rule: TrimRule
  /** Ids of what leaves the file. */
  readonly entries: readonly string[]
  /** Of a merge the id of the entry that stays as it is worded; of a move the title of the topic. */
  readonly into?: string
  /** Of a move: what the line of the index says that leads there; null where one leads there already. */
  readonly text?: string | null
  /** Of a merge: the newest date that either carries, for what stays. */
  readonly date?: string | null
  /** For people: the rule, and its figure. */
  readonly why: string
  /** How many the file is shorter by. */
  readonly lines: number
}

export interface Trim {
  /** What loses least comes first; no more than it takes. */
  readonly steps: readonly TrimStep[]
  /** Lines of the file after all steps. */
  readonly left: number
  readonly fits: boolean
  /** For people: whether it fits, and what stands in the way. */
  readonly told: string
}
