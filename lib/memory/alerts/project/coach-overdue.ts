import { counted } from "../counted"
import { addDays, daysAfter } from "../day"
import { alertOf, type Rule } from "../rule"
import type { ProjectFacts } from "./facts"

/**
 * A project that has a coach was not briefed for longer than it may be, and has memory that no brief has seen. Where nothing changed there is
 * nothing to say, and where nothing of a coach was ever published there is none.
 */
export const coachOverdue: Rule<ProjectFacts> = {
  find({ name, coach }, { coachDays }, today) {
    if (coach === null || coachDays === null || !coach.hasNews || daysAfter(today, coach.since) <= coachDays)
      return []
    const last = coach.isBrief
      ? `The last brief of ${name} is of ${coach.since}`
      : `${name} has had no brief since its coach began on ${coach.since}`
    return [
      alertOf("coach-overdue", {
        message: `${last}: its memory changed since, and one is due every ${counted(coachDays, "day")}`,
        evidence: { figures: { days: coachDays } },
      }),
    ]
  },
  turns: ({ coach }, { coachDays }) =>
    coach === null || coachDays === null ? [] : [addDays(coach.since, coachDays + 1)],
}
