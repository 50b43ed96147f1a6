/** Groups items by the key that `keyOf` returns, with keys in order of first occurrence. Replaces `Map.groupBy`, which needs Node 21. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Returns the sum of the values that `valueOf` returns for the items. */
export function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, one) => total + valueOf(one), 0)
}

export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

/** Compares two texts by UTF-16 code units, for `sort`. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
