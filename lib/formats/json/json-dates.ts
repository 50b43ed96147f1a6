import { describeBadDate, isDayOrInstant } from "../dates"

/** Returns the date of an ISO date or instant (`2026-02-15T14:20:00Z` gives `2026-02-15`); null for other text. */
export const isoDateOf = (words: string): string | null =>
  isDayOrInstant(words.trim()) ? words.trim().slice(0, 10) : null

/** Returns an instant at the start of a day. An instant is returned unchanged. */
export const instantOf = (date: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date

/** Returns why a member has no valid date. */
export const describeBadJsonDate = (member: string, stated: string | null, example: string): string =>
  stated !== null && /^\W*\d/.test(stated)
    ? `"${member}": ${describeBadDate(stated.trim())}`
    : `"${member}" must be an ISO date such as ${example}`
