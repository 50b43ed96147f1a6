const DAY = 86_400_000

/** Returns the ISO day (UTC) of an instant. */
export const dayOf = (instant: Date | string): string => new Date(instant).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** Returns the number of days from `earlier` to `day`; negative if `day` is before. */
export const daysAfter = (day: string, earlier: string): number =>
  (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${earlier}T00:00:00Z`)) / DAY
