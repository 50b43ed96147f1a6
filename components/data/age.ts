const DAY_MS = 86_400_000

/**
 * Returns the age of a day, as in "today", "5 days ago" or "9 months ago". Both are ISO dates. Future dates
 * count as today.
 */
export function describeAge(on: string, today: string): string {
  const days = Math.round((Date.parse(today.slice(0, 10)) - Date.parse(on.slice(0, 10))) / DAY_MS)
  if (days <= 0) return "today"
  if (days === 1) return "yesterday"
  if (days < 90) return `${days} days ago`
  if (days < 730) return `${Math.round(days / 30.4)} months ago`
  return `${Math.round(days / 365)} years ago`
}
