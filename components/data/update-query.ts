/**
 * Returns the query with some parameters changed, as in "?view=raw&line=12". Null and "" remove a parameter.
 */
export function changedQuery(
  query: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return `?${next}`
}
