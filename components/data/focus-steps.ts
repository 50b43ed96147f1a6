/**
 * Returns the item `by` steps after the item at index `at`, or undefined past either end. Without a current
 * item (`at` below 0), returns the first item for 1 and the last for -1.
 */
export function stepFrom<Item>(items: readonly Item[], at: number, by: 1 | -1): Item | undefined {
  if (at >= 0) return items[at + by]
  return by > 0 ? items[0] : items.at(-1)
}

const rowOf = (one: Element): Element => one.closest("li, tr") ?? one

/**
 * Returns the elements of the page that match a selector, and the index of the element whose row has the
 * focus; -1 if none has.
 */
export function focusedRow(selector: string): { readonly all: readonly HTMLElement[]; readonly at: number } {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  return { all, at: all.findIndex((one) => rowOf(one).contains(document.activeElement)) }
}

/**
 * Focuses the next (1) or previous (-1) element that matches, seen from the focused one, and shows its row.
 */
export function stepThrough(selector: string, by: 1 | -1): void {
  const { all, at } = focusedRow(selector)
  const next = stepFrom(all, at, by)
  next?.focus({ preventScroll: true })
  if (next) rowOf(next).scrollIntoView({ block: "nearest" })
}
