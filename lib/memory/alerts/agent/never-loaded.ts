import { counted, listed } from "../counted"
import { addDays, dayOf, daysAfter } from "../day"
import type { FoundAlert } from "../found"
import { alertOf, type Rule } from "../rule"
import type { AgentFacts } from "./facts"

/** An agent that did nothing for longer is not missing its memory. */
export const AT_WORK_DAYS = 30
/** A session may begin before there is memory, or before its harness says what it loads, and work on for so long. */
const LONGEST_SESSION_DAYS = 1
/** One may end before it was given anything: a hook that timed out. */
const LEAST_SESSIONS = 2

/**
 * An agent has memory, and no session of it was ever given that: in a harness that tells of its sessions, or in any harness, where others
 * of its project are given theirs, and it worked or wrote its memory since. One that did nothing since misses nothing. Where no harness
 * reports at all it is the project's to say, once.
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
    const message = `${name} had ${counted(count, "session")} in ${harness} within ${AT_WORK_DAYS} days, and none was given its memory of ${counted(memory.entries, "entry", "entries")}`
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
  const others = `${listed(harnesses) || "a harness"} ${harnesses.length > 1 ? "give" : "gives"} others of its project theirs`
  const message = `${name} worked on ${lastDay} and was never given its memory of ${counted(memory.entries, "entry", "entries")}, though ${others}`
  return [
    alertOf("never-loaded", {
      message,
      evidence: { figures: { entries: memory.entries }, names: harnesses },
    }),
  ]
}

/** When it last told of itself, and the last day that its own memory states. */
const daysOfWork = ({ memory, workedAt }: Pick<AgentFacts, "memory" | "workedAt">): string[] =>
  [workedAt, memory.updatedOn].flatMap((at) => (at === null ? [] : dayOf(at)))

const isRecent = (day: string, today: string): boolean => daysAfter(today, day) < AT_WORK_DAYS
