import { describeAge } from "./age"

/**
 * Returns the age of an instant: "just now", "12 min ago", "3 h ago", then in days. Both are ISO instants.
 */
export function describeMoment(at: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(at)) / 60_000)
  if (minutes < 1) return "just now"
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return describeAge(at, now)
}
