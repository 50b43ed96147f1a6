import type { EntryView } from "@/lib/operations/memory-files/entry-view"

/**
 * Returns the entries with the precedence of global memory reversed, for --override-global of the memory
 * protocol. An outranked global entry prevails, and the entry that outranked it becomes outranked. Outranked
 * entries come last. `beside`: global entries that are not in the list. Overrides that a person decided stay.
 */
export function withGlobalFirst<Entry extends EntryView>(
  entries: readonly Entry[],
  beside: readonly EntryView[] = [],
): Entry[] {
  const freed = new Map(
    [...entries, ...beside].flatMap((entry) =>
      entry.scope === "global" && entry.outranked !== null && !entry.outranked.override
        ? [[entry.outranked.by, { ...entry, conflict: entry.outranked.conflict }] as const]
        : [],
    ),
  )
  const turned = entries.map((entry) => {
    const above = freed.get(entry.id)
    if (above)
      return {
        ...entry,
        outranked: {
          by: above.id,
          path: above.path,
          line: above.line,
          text: above.text,
          conflict: above.conflict,
          override: true,
        },
      }
    return entry.scope === "global" && entry.outranked !== null && !entry.outranked.override
      ? { ...entry, outranked: null }
      : entry
  })
  return turned.toSorted((a, b) => Number(a.outranked !== null) - Number(b.outranked !== null))
}
