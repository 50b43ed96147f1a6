const WORDS = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
})

/** "4 Nov 2026" of an ISO date. */
export const dayWords = (day: string): string => (day === "" ? "" : WORDS.format(new Date(day)))
