/** Calls `work` for each item, at most `atOnce` at a time. Results are in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, place: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let place = next++; place < items.length; place = next++)
      results[place] = await work(items[place] as Item, place)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
