import { counted } from "../counted"
import { addDays } from "../day"
import { alertOf, type Rule } from "../rule"
import type { AgentFacts } from "./facts"
import { proposalsByWeek } from "./proposals-by-week"

/** Fewer in a week are read in a minute, however many times the usual they are. */
export const LEAST_FLOOD = 20
/** Of an agent that proposed nothing in the four weeks before: it has no usual number yet. */
export const LEAST_FIRST_FLOOD = 100
const WEEKS_BEFORE = 4

/** An agent proposes far more than it used to: in seven days `floodTimes` as much as in the median of the four weeks before. */
export const flood: Rule<AgentFacts> = {
  find({ name, optedOut, proposed }, { floodTimes }, today) {
    if (optedOut) return []
    const [week = 0, ...before] = proposalsByWeek(proposed, today, 1 + WEEKS_BEFORE)
    const usual = median(before)
    const isNew = before.every((count) => count === 0)
    if (week < (isNew ? LEAST_FIRST_FLOOD : LEAST_FLOOD) || week < floodTimes * usual) return []
    const used = isNew
      ? "having proposed nothing in the four weeks before"
      : `where a week used to bring ${usual.toLocaleString("en")}`
    return [
      alertOf("flood", {
        message: `${name} proposed ${counted(week, "time")} in 7 days, ${used}`,
        evidence: { figures: { proposals: week, usual } },
      }),
    ]
  },
  // A week only gets less without anybody's doing, and in seven days there is nothing left of this one.
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
