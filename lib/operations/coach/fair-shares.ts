/**
 * Distributes `most` fairly: small counts are taken whole, and no other count gets more than another that has
 * as many left.
 */
export function fairShares(counts: readonly number[], most: number): number[] {
  const shares = counts.map(() => 0)
  let left = most
  const order = counts
    .map((count, place) => ({ count, place }))
    .toSorted((a, b) => a.count - b.count || b.place - a.place)
  for (const [number, { count, place }] of order.entries()) {
    const share = Math.min(count, Math.floor(left / (order.length - number)))
    shares[place] = share
    left -= share
  }
  return shares
}
