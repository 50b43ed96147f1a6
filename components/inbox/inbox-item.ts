import type { LucideIcon } from "lucide-react"
import type { Tone } from "@/components/ui/tag"

/** Members that the summaries of all kinds of items have. */
export interface ItemSummary {
  readonly id: string
  readonly state: string
  /** ISO instant until which the item is snoozed. Null if it is not snoozed. */
  readonly snoozedUntil: string | null
}

interface Cause {
  readonly key: string
  /** The heading of the group. */
  readonly words: string
}

/** Grouping of the list: by cause, by file, or none (null). */
export type Grouping = "cause" | "file" | null

/** Group and path under which the list shows an item. */
export interface ItemPlace {
  /**
   * Key of the file, including its project. Items without a file have the key of another group, such as an
   * agent.
   */
  readonly group: string
  /**
   * Cause that the item shares with other items, for grouping. Missing if the list does not group it by
   * cause.
   */
  readonly cause?: Cause
  readonly path: string
  /** True if the item belongs to no file. */
  readonly isFileless?: true
}

/** Effect of a decision on this page. It determines which lists still show the item. */
export type ListedAfter = "decided" | "snoozed" | "woken" | "acknowledged" | "reopened"

/** A short text with its tone. */
interface Label {
  readonly words: string
  readonly tone: Tone
}

/** The content of a list row. */
export interface ItemLook {
  readonly Icon: LucideIcon
  /** Color of the icon, if the icon states a severity. `asks` states the same in words. */
  readonly ink?: string
  /** The label of the icon. */
  readonly asks: string
  readonly headline: string
  readonly at: string
  /** Tags shown before `who`. `tags` are shown after it. */
  readonly alarms: readonly Label[]
  readonly who: string | null
  readonly tags: readonly Label[]
  /** Extra text shown if there are no tags. */
  readonly note: string | null
}

/** Functions of an item kind that the list and the decisions use. */
export interface ListedKind<Summary extends ItemSummary = ItemSummary> {
  /** Id of the kind, the same as on the server. */
  readonly id: string
  place(summary: Summary): ItemPlace
  /** Returns the keys of the files that a decision may write, without the file that lists the item. */
  otherLanes?(summary: Summary): readonly string[]
  /** True if the item can still be decided. */
  isUndecided(summary: Summary): boolean
  /** True if an outdated list still contains an item that left it after a decision on this page. */
  hasLeft?(summary: Summary, after: ListedAfter): boolean
  /** Returns the project to show next to the file; null if there is none or the path contains it. */
  projectName(summary: Summary): string | null
  headline(summary: Summary): string
  look(summary: Summary): ItemLook
}

export interface InboxItem<Summary extends ItemSummary = ItemSummary> extends ItemPlace {
  readonly id: string
  readonly kind: ListedKind<Summary>
  readonly summary: Summary
}

export const itemOf = <Summary extends ItemSummary>(
  kind: ListedKind<Summary>,
  summary: Summary,
): InboxItem<Summary> => ({ id: summary.id, kind, summary, ...kind.place(summary) })

export const groupKey = (item: InboxItem, by: Grouping): string =>
  by === "cause" ? (item.cause?.key ?? item.group) : item.group

export const isUndecided = ({ kind, summary }: InboxItem): boolean => kind.isUndecided(summary)

export const isSnoozed = ({ summary }: InboxItem): boolean => summary.snoozedUntil !== null

/** Returns the keys of the files that a decision on the item may write. */
export const writeLanesOf = ({ kind, group, summary }: InboxItem): string[] => [
  ...new Set([group, ...(kind.otherLanes?.(summary) ?? [])]),
]

/** Returns the items with each group moved together, at the place of its first item. */
export function sortByGroup(items: readonly InboxItem[], by: Grouping): InboxItem[] {
  const groups = new Map<string, InboxItem[]>()
  for (const item of items) {
    const key = groupKey(item, by)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()].flat()
}

/**
 * Returns the list with more items. Listed items keep their place; new ones join their group or come last.
 */
export function appendItems(
  items: readonly InboxItem[],
  more: readonly InboxItem[],
  by: Grouping,
): readonly InboxItem[] {
  const known = new Set(items.map((item) => item.id))
  const added = more.filter((item) => !known.has(item.id))
  if (added.length === 0) return items
  return by === null ? [...items, ...added] : sortByGroup([...items, ...added], by)
}
