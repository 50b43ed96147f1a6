const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Returns the short name of an ISO date's month: "Nov". */
export const monthName = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ""

/** Returns an ISO date without its year: "4 Nov". */
export const shortDay = (day: string): string => `${Number(day.slice(8, 10))} ${monthName(day)}`

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

/** Returns an ISO date with its weekday: "Wed, 4 Nov 2026". */
export const weekdayAndDay = (day: string): string =>
  `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ""}, ${formatDay(day)}`

/** Returns an ISO date: "4 Nov 2026". An empty string stays empty. */
export const formatDay = (day: string): string => (day === "" ? "" : `${shortDay(day)} ${day.slice(0, 4)}`)

/** ISO dates that are not part of a path, and quotes. The quotes are memory text, which is shown as it is. */
const DATES = /“[^“”]{0,400}”|(?<![\w/.-])\d{4}-\d\d-\d\d(?![\w/-]|\.\w)/g

/** Returns a message with its ISO dates as in "4 Nov 2026". */
export const formatDates = (message: string): string =>
  message.replace(DATES, (found) => (found.startsWith("“") ? found : formatDay(found)))
