export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Returns the sum of the values that `valueOf` returns for the items. */
export function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, one) => total + valueOf(one), 0)
}
