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

/**
 * Requested queries that the router does not show yet, oldest first. The router applies a new URL in its own
 * time and may apply an older one in between. The last requested query counts.
 */
const asked: { path: string; search: string }[] = []
let settled: string | null = null
const listeners = new Set<() => void>()

/**
 * Returns the last requested query of this path if it is not shown yet, without "?". Null if the URL is up to
 * date.
 */
export function pendingQuery(path: string): string | null {
  const last = asked.at(-1)
  return last && last.path === path ? last.search : null
}

export function requestQuery(path: string, search: string): void {
  asked.push({ path, search })
  tell()
}

/**
 * Records the query that the router shows. A query that was never requested came from a link or Back and
 * wins.
 */
export function settleQuery(shown: string): void {
  if (shown === settled) return
  settled = shown
  if (asked.length === 0) return
  const place =
    asked.at(-1)?.search === shown ? asked.length - 1 : asked.findIndex((one) => one.search === shown)
  asked.splice(0, place < 0 ? asked.length : place + 1)
  tell()
}

export function onQueryRequest(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", dropAsked)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener("popstate", dropAsked)
  }
}

/** Drops all requested queries. Back and Forward win over a query that the router has not shown yet. */
function dropAsked(): void {
  asked.length = 0
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}
