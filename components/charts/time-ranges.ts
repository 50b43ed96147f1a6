/** The time ranges of charts, in weeks. */
export const TIME_RANGES = [4, 12, 26] as const
export type WeekRange = (typeof TIME_RANGES)[number]

/**
 * Returns the time range of the URL parameter `weeks`, or `usual` if the parameter is missing or not a time
 * range.
 */
export function readWeekRange(weeks: string | undefined, usual: WeekRange): WeekRange {
  return TIME_RANGES.find((range) => String(range) === weeks) ?? usual
}
