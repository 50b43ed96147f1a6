import { formatCount } from "../../numbers/format-count"
import { addDays, daysAfter } from "../day"
import { alertOf, type Rule } from "../rule"
import type { AgentFacts } from "./facts"
import { proposalsByWeek } from "./proposals-by-week"

export const SILENT_AFTER_DAYS = 14
/** Number of days after which the silence counts as normal. */
export const SILENCE_ENDS_AFTER_DAYS = 60
const WEEKS_BEFORE = 4
const LEAST_SESSIONS = 3

/** An agent that made proposals in each of four weeks and then stopped, although its sessions continue. */
export const silentAgent: Rule<AgentFacts> = {
  find({ name, optedOut, proposed, sessions }, _settings, today) {
    const last = proposed.at(-1)?.day
    if (optedOut || last === undefined) return []
    const days = daysAfter(today, last)
    if (
      days < SILENT_AFTER_DAYS ||
      days > SILENCE_ENDS_AFTER_DAYS ||
      proposalsByWeek(proposed, last, WEEKS_BEFORE).includes(0)
    )
      return []
    const since = sessions.filter(({ day }) => day > last)
    const had = since.reduce((sum, { count }) => sum + count, 0)
    if (had < LEAST_SESSIONS || !since.some(({ day }) => daysAfter(today, day) < SILENT_AFTER_DAYS)) return []
    return [
      alertOf("silence", {
        message: `${name} made proposals every week until ${last}, but none in the ${formatCount(had, "session")} since then`,
        evidence: { figures: { sessions: had } },
      }),
    ]
  },
  turns({ proposed, sessions }) {
    const [last, session] = [
      proposed.at(-1)?.day,
      sessions
        .map(({ day }) => day)
        .toSorted()
        .at(-1),
    ]
    return last === undefined || session === undefined
      ? []
      : [
          addDays(last, SILENT_AFTER_DAYS),
          addDays(last, SILENCE_ENDS_AFTER_DAYS + 1),
          addDays(session, SILENT_AFTER_DAYS),
        ]
  },
}
