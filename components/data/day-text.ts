const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Returns the short name of an ISO date's month: "Nov". */
export const monthName = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ""

/** Returns an ISO date without its year: "4 Nov". */
export const shortDay = (day: string): string => `${Number(day.slice(8, 10))} ${monthName(day)}`

/** Returns an ISO date: "4 Nov 2026". An empty string stays empty. */
export const formatDay = (day: string): string => (day === "" ? "" : `${shortDay(day)} ${day.slice(0, 4)}`)
