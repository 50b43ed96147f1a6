/** The date part of an ISO date or instant, null where it is neither: `2026-02-15T14:20:00Z` gives `2026-02-15`. */
export function isoDateOf(words: string): string | null {
  const match = INSTANT.exec(words.trim())
  const date = match?.[1]
  if (date === undefined) return null
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) ? date : null
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i

/** An instant at the start of that day; what is already an instant stays. */
export const instantOf = (date: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date)
