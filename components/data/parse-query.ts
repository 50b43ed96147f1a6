/**
 * The queries that were asked for and that the router does not show yet, oldest first. The router takes up a new address in its own
 * time, and may take up an older one meanwhile: what was asked for last is what holds.
 */
const asked: { path: string; search: string }[] = []
let settled: string | null = null
const listeners = new Set<() => void>()

/** What was asked for last on this path and is not shown yet, without its question mark; null where the address says it all. */
export function askedQuery(path: string): string | null {
  const last = asked.at(-1)
  return last && last.path === path ? last.search : null
}

export function askQuery(path: string, search: string): void {
  asked.push({ path, search })
  tell()
}

/** Says what the router shows now. What it never was asked for came from elsewhere (a link, Back) and wins. */
export function settleQuery(shown: string): void {
  if (shown === settled) return
  settled = shown
  if (asked.length === 0) return
  const place =
    asked.at(-1)?.search === shown ? asked.length - 1 : asked.findIndex((one) => one.search === shown)
  asked.splice(0, place < 0 ? asked.length : place + 1)
  tell()
}

export function onAskedQuery(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
