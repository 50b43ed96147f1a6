import { addDays } from "../day"
import type { ProposalsOfDay } from "./facts"

/** Further back nobody looks: the longest silence that is told, and the four weeks before it. */
export const PROPOSALS_LOOKED_AT_DAYS = 90

/** How much was proposed in each of the last `weeks` weeks of seven days up to `last`, the latest first. */
export function proposalsByWeek(proposed: readonly ProposalsOfDay[], last: string, weeks: number): number[] {
  return Array.from({ length: weeks }, (_, week) => {
    const [from, to] = [addDays(last, -7 * (week + 1)), addDays(last, -7 * week)]
    return proposed.reduce((sum, { day, count }) => (day > from && day <= to ? sum + count : sum), 0)
  })
}
