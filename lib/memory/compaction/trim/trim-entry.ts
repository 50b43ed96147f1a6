import { compareText } from "@/lib/memory/text/aggregates"

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
  /** ISO date on which the verification of the entry expires; null or missing if it is unverified. */
  readonly vouchedUntil?: string | null
  /** ISO date of the latest decision that kept the entry in a conflict; null or missing without one. */
  readonly keptOn?: string | null
  /** Number of times that agents received or found the entry. */
  readonly accessed: number
  /** Title of the topic file that this index line links to. Index lines stay. */
  readonly topic?: string | null
  /** True if the entry is retired: agents do not get it, but it still takes its lines. */
  readonly retired?: boolean
  /**
   * Readers of the entry's section, if the section is not for all agents. Entries for different readers are
   * never duplicates.
   */
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
  /** Age in days above which an entry is stale; null: never. */
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

/**
 * Rules whose steps lose nothing that agents use: retired entries, exact copies and session noise. Steps of
 * the other rules need a look.
 */
export const CERTAIN_TRIM_RULES: ReadonlySet<TrimRule> = new Set(["struck", "same words", "noise"])

/** One step of a trim: `remove` and `merge` concern one entry, `move` all entries of one topic. */
export interface TrimStep {
  readonly kind: "remove" | "merge" | "move"
  readonly rule: TrimRule
  /** Ids of the entries that leave the file. */
  readonly entries: readonly string[]
  /** Id of the entry that stays (merge), or title of the topic (move). */
  readonly into?: string
  /** Text of the new index line (move only); null if the index already links to the topic. */
  readonly text?: string | null
  /**
   * New date of the entry that stays (steps that remove or merge a copy): the later date of the two entries.
   * Unchanged if the entry that stays is undated or must not change.
   */
  readonly date?: string | null
  /** Reason, for display. */
  readonly why: string
  /** Number of lines saved. */
  readonly lines: number
}

export interface Trim {
  /** Steps of the trim, ordered by lost information, least first. */
  readonly steps: readonly TrimStep[]
  /** Lines of the file after all steps. */
  readonly left: number
  readonly fits: boolean
  /** Result as a sentence, for display. */
  readonly told: string
  /** Why no more lines can be removed, for display. Null if the file fits. */
  readonly stuck: string | null
}

/** Number of newest entries that a trim keeps, because agents had little time to read them. */
export const NEWEST_KEPT = 10

/** Returns the ids of entries that a trim may not change: index lines, verified entries and the newest dated entries. */
export function keptAsIs(entries: readonly TrimEntry[], today: string): Set<string> {
  const newest = entries
    .filter(({ date, retired }) => date !== null && retired !== true)
    .toSorted((a, b) => compareText(b.date ?? "", a.date ?? "") || b.line - a.line || compareText(a.id, b.id))
    .slice(0, NEWEST_KEPT)
  return new Set(
    [...entries.filter((entry) => isVerifiedEntry(entry, today) || isIndexLine(entry)), ...newest].map(
      ({ id }) => id,
    ),
  )
}

/** True if an entry is an index line, which agents need to find the linked file. */
export const isIndexLine = ({ topic, text }: TrimEntry): boolean =>
  (topic ?? null) !== null || /\]\(<?[^)\s]+\.md\b/.test(text)

export const isVerifiedEntry = ({ vouchedUntil }: TrimEntry, today: string): boolean =>
  (vouchedUntil ?? null) !== null && (vouchedUntil ?? "").slice(0, 10) > today.slice(0, 10)
