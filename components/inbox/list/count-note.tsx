import { formatCount } from "@/lib/memory/text/sentence"
import { ownValue } from "@/lib/memory/text/own-value"
import type { InboxItem } from "../inbox-item"
import type { Queue } from "../inbox-list-reducer"
import { isFiltered, isWaiting } from "../inbox-query"
import { kindOfTab } from "../item-kind-registry"
import type { useInbox } from "../use-inbox"

interface CountNoteProps {
  inbox: Pick<ReturnType<typeof useInbox>, "filters" | "queue" | "items" | "beyond" | "counts">
}

/** Explains a count of the tab or the kind that is lower than the number of open items in the list. */
export function CountNote({ inbox: { filters, queue, items, beyond, counts } }: CountNoteProps) {
  if (!isWaiting(filters) || isFiltered(filters)) return null
  const kind = kindOfTab(filters.tab)
  const counted = kind === null ? counts.items : (ownValue(counts.listed, kind.id) ?? 0)
  const open = openItems(items, queue.marks)
  const number = open.length + beyond
  if (number <= counted || (beyond === 0 && !countTogether(open))) return null
  return (
    <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2">
      {formatCount(number, "item")} in this list. The count above is {counted.toLocaleString("en")} because
      items with the same cause count once and all notices count as one.
    </p>
  )
}

/** Returns the items without those that were just resolved or decided elsewhere, which are not counted. */
const openItems = (items: readonly InboxItem[], marks: Queue["marks"]): readonly InboxItem[] =>
  items.filter(({ id }) => {
    const mark = marks.get(id)
    return mark?.kind !== "struck" && !mark?.over
  })

/** True if some of the items count as one: they share a cause, or they are notices. */
const countTogether = (items: readonly InboxItem[]): boolean =>
  new Set(items.map(countedAs)).size < items.length

const countedAs = ({ id, cause, summary }: InboxItem): string =>
  (summary as { readonly severity?: string }).severity === "info" ? "notice" : (cause?.key ?? id)
