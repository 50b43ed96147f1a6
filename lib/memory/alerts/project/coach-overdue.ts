import { formatCount } from "../../numbers/format-count"
import { addDays, daysAfter } from "../day"
import { alertOf, type Rule } from "../rule"
import type { ProjectFacts } from "./facts"

/** A project with a coach whose last brief is too old, although memory has changed since. */
export const coachOverdue: Rule<ProjectFacts> = {
  find({ name, coach }, { coachDays }, today) {
    if (coach === null || coachDays === null || !coach.hasNews || daysAfter(today, coach.since) <= coachDays)
      return []
    const last = coach.isBrief
      ? `The last brief for ${name} is from ${coach.since}`
      : `${name} has not received a brief since its coach started on ${coach.since}`
    return [
      alertOf("coach-overdue", {
        message: `${last}. Memory has changed since then, and a brief is due every ${formatCount(coachDays, "day")}`,
        evidence: { figures: { days: coachDays } },
      }),
    ]
  },
  turns: ({ coach }, { coachDays }) =>
    coach === null || coachDays === null ? [] : [addDays(coach.since, coachDays + 1)],
}
