const WORDS = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
})

/** Returns an ISO date as "4 Nov 2026". */
export const dayWords = (day: string): string => (day === "" ? "" : WORDS.format(new Date(day)))
