import { formatCount } from "../../numbers/format-count"
import { addDays } from "../day"
import { alertOf, type Rule } from "../rule"
import type { AgentFacts } from "./facts"
import { proposalsByWeek } from "./proposals-by-week"

/** Minimum number of proposals in a week for an alert. */
export const LEAST_FLOOD = 20
/** Minimum for an agent without proposals in the previous four weeks. */
export const LEAST_FIRST_FLOOD = 100
const WEEKS_BEFORE = 4

/**
 * An agent that made at least `floodTimes` times as many proposals in seven days as in the median week of the
 * previous four.
 */
export const proposalFlood: Rule<AgentFacts> = {
  find({ name, optedOut, proposed }, { floodTimes }, today) {
    if (optedOut) return []
    const [week = 0, ...before] = proposalsByWeek(proposed, today, 1 + WEEKS_BEFORE)
    const usual = median(before)
    const isNew = before.every((count) => count === 0)
    if (week < (isNew ? LEAST_FIRST_FLOOD : LEAST_FLOOD) || week < floodTimes * usual) return []
    const used = isNew
      ? "after none in the previous 4 weeks"
      : `compared with ${usual.toLocaleString("en")} in a typical week`
    return [
      alertOf("flood", {
        message: `${name} made ${formatCount(week, "proposal")} in 7 days, ${used}`,
        evidence: { figures: { proposals: week, usual } },
      }),
    ]
  },
  // Without new proposals the weekly number only falls, and reaches 0 in seven days.
  turns({ proposed }, _settings, today) {
    const [week = 0] = proposalsByWeek(proposed, today, 1)
    return week < LEAST_FLOOD ? [] : Array.from({ length: 7 }, (_, days) => addDays(today, days + 1))
  },
}

function median(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b)
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) /
    2
  )
}
