/**
 * Maximum number of characters of a cached text, and maximum number of cached texts. Statements, paths and
 * names recur within a request and in later requests of a session.
 */
const LONGEST_KEPT = 500
const MOST_KEPT = 1_000

/** True if a text was checked recently without findings. Texts with findings are never cached. */
export function isKnownClean(clean: Set<string>, text: string): boolean {
  if (!clean.delete(text)) return false
  clean.add(text) // the newest
  return true
}

export function noteClean(clean: Set<string>, text: string): void {
  if (text.length > LONGEST_KEPT) return
  clean.add(text)
  if (clean.size > MOST_KEPT) clean.delete(clean.values().next().value ?? "")
}
