/**
 * Returns the item `by` steps after the one at index `at`, or undefined past either end. Without a current item
 * (`at` below 0) returns the first item for 1 and the last for -1.
 */
export function stepFrom<Item>(items: readonly Item[], at: number, by: 1 | -1): Item | undefined {
  if (at >= 0) return items[at + by]
  return by > 0 ? items[0] : items.at(-1)
}

/**
 * Focuses the link after (1) or before (-1) the focused one, among the links that match the selector `links`.
 * Scrolls the closest `row` into view.
 */
export function focusNextLink(links: string, row: "li" | "tr", by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLAnchorElement>(links)]
  const next = stepFrom(
    all,
    all.findIndex((one) => one === document.activeElement),
    by,
  )
  next?.focus({ preventScroll: true })
  next?.closest(row)?.scrollIntoView({ block: "nearest" })
}
