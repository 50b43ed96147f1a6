import { addDays } from "../day"
import type { ProposalsOfDay } from "./facts"

/** Number of days of proposals that rules need: the longest silence plus four weeks. */
export const PROPOSALS_LOOKED_AT_DAYS = 90

/** Returns the number of proposals in each of the last `weeks` weeks up to `last`, latest first. */
export function proposalsByWeek(proposed: readonly ProposalsOfDay[], last: string, weeks: number): number[] {
  return Array.from({ length: weeks }, (_, week) => {
    const [from, to] = [addDays(last, -7 * (week + 1)), addDays(last, -7 * week)]
    return proposed.reduce((sum, { day, count }) => (day > from && day <= to ? sum + count : sum), 0)
  })
}
