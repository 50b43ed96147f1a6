import { formatCount, joinNames } from "../../numbers/format-count"
import { addDays, dayOf, daysAfter } from "../day"
import type { FoundAlert } from "../found-alert"
import { alertOf, type Rule } from "../rule"
import type { AgentFacts } from "./facts"

/** Number of days without activity after which an agent is not checked. */
export const AT_WORK_DAYS = 30
/**
 * Maximum length of a session in days. A session can start before there is memory, or before its harness
 * reports loads.
 */
const LONGEST_SESSION_DAYS = 1
/**
 * Minimum number of sessions for an alert. A single session can end before it loads memory, for example if a
 * hook times out.
 */
const LEAST_SESSIONS = 2

/**
 * An agent that has memory which no session loaded: in a harness that reports its sessions, or in any harness
 * if other agents of the project load theirs and the agent was active since. If no harness reports loads, the
 * project has one alert instead.
 */
export const neverLoaded: Rule<AgentFacts> = {
  find(facts, _settings, today) {
    const { optedOut, memory, loads, reportedSince } = facts
    const isReported = loads.length > 0 || reportedSince !== null
    if (optedOut || memory.entries === 0 || memory.since === null || !isReported) return []
    const byHarness = inHarnesses(facts, today)
    return byHarness.length > 0 || loads.length > 0 ? byHarness : inAny(facts, today)
  },
  turns: ({ memory, loads, sessions, workedAt }) =>
    [
      ...sessions
        .filter(({ harness }) => !loads.some((one) => one.harness === harness))
        .map(({ day }) => day),
      ...daysOfWork({ memory, workedAt }),
    ].map((day) => addDays(day, AT_WORK_DAYS)),
}

function inHarnesses({ name, memory, loads, sessions }: AgentFacts, today: string): FoundAlert[] {
  const harnesses = [...new Set(sessions.flatMap(({ harness }) => harness ?? []))].toSorted()
  const since = addDays(today, -AT_WORK_DAYS)
  return harnesses.flatMap((harness) => {
    if (loads.some((one) => one.harness === harness)) return []
    const count = sessions.reduce(
      (sum, one) => (one.harness === harness && one.day > since ? sum + one.count : sum),
      0,
    )
    if (count < LEAST_SESSIONS) return []
    const message = `${name} had ${formatCount(count, "session")} in ${harness} in the last ${AT_WORK_DAYS} days, but none of them loaded its memory (${formatCount(memory.entries, "entry", "entries")})`
    return [
      alertOf("never-loaded", {
        part: harness,
        message,
        evidence: { figures: { sessions: count, entries: memory.entries }, names: [harness] },
      }),
    ]
  })
}

function inAny(
  { name, memory, harnesses, reportedSince, workedAt }: AgentFacts,
  today: string,
): FoundAlert[] {
  const since = [memory.since, reportedSince]
    .flatMap((at) => (at === null ? [] : dayOf(at)))
    .toSorted()
    .at(-1)
  const lastDay = daysOfWork({ memory, workedAt }).toSorted().at(-1)
  if (
    since === undefined ||
    lastDay === undefined ||
    daysAfter(lastDay, since) <= LONGEST_SESSION_DAYS ||
    !isRecent(lastDay, today)
  )
    return []
  const others = `${joinNames(harnesses) || "a harness"} ${harnesses.length > 1 ? "load" : "loads"} memory for other agents in the project`
  const message = `${name} was active on ${lastDay} but never loaded its memory (${formatCount(memory.entries, "entry", "entries")}), although ${others}`
  return [
    alertOf("never-loaded", {
      message,
      evidence: { figures: { entries: memory.entries }, names: harnesses },
    }),
  ]
}

/** Returns the days of the last activity and of the last date in the agent’s own memory. */
const daysOfWork = ({ memory, workedAt }: Pick<AgentFacts, "memory" | "workedAt">): string[] =>
  [workedAt, memory.updatedOn].flatMap((at) => (at === null ? [] : dayOf(at)))

const isRecent = (day: string, today: string): boolean => daysAfter(today, day) < AT_WORK_DAYS
