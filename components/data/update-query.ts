/** The address of the same page with some of its query changed, for server and browser: "?view=raw&line=12". Null and "" take a name out. */
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
