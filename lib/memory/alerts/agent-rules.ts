import { formatCount, joinNames } from "../text/sentence"
import type { WatchSettings } from "./alert-settings"
import { type CheckResult, evaluateRules, alertOf, type Rule, type FoundAlert } from "./rule"
import { addDays, dayOf, daysAfter } from "./day"

/** The facts that agent rules use. Their result depends only on these, the settings and the day. */
export interface AgentFacts {
  readonly name: string
  /** True if the agent declares `memory: disabled`. */
  readonly optedOut: boolean
  /** True if a person decided that the agent starts with no memory. */
  readonly fresh: boolean
  readonly memory: MemoryFacts
  /** Display name of the agent's category. */
  readonly category: string | null
  /** Names of other agents in its category and project that have memory. */
  readonly warmSiblings: readonly string[]
  /** The agent whose memory can seed it, or null. */
  readonly predecessor: {
    readonly name: string
    readonly project: string
    readonly lines: number
    /** True if its project is not the agent's own. */
    readonly elsewhere?: boolean
  } | null
  /** The last delivery in each harness. */
  readonly loads: readonly LoadFacts[]
  /** Harnesses that report loads in the project, sorted by name. Empty if the agent has loads. */
  readonly harnesses: readonly string[]
  /** ISO instant of the first delivery in the project; null if there is none or the agent has loads. */
  readonly reportedSince: string | null
  /** Known sessions by harness and day. */
  readonly sessions: readonly SessionsOfDay[]
  /** ISO instant of the last request, write or closed session. */
  readonly workedAt: string | null
  /** Proposals by day, earliest first. */
  readonly proposed: readonly ProposalsOfDay[]
}

/** The memory of an agent: its own files, or else the shared files of its category in the project. */
export interface MemoryFacts {
  readonly entries: number
  /** The number of files that could not be parsed. */
  readonly broken: number
  /** ISO instant of its first file, or null. */
  readonly since: string | null
  /** The latest ISO day that its own files state. */
  readonly updatedOn: string | null
}

interface LoadFacts {
  /** Name of the harness; null if unnamed. */
  readonly harness: string | null
  /** ISO instant. */
  readonly at: string
  readonly behind: readonly BehindFacts[]
}

/** A file with changes that the agent has not loaded. */
interface BehindFacts {
  readonly path: string
  /** Revision that the agent loaded or had on disk; null if none. */
  readonly revision: number | null
  /** The current revision; null if the file was removed. */
  readonly head: number | null
  /** ISO instant of the first change that the agent has not loaded. */
  readonly since: string
}

export interface SessionsOfDay {
  readonly harness: string | null
  /** ISO day, UTC. */
  readonly day: string
  readonly count: number
}

interface ProposalsOfDay {
  /** ISO day, UTC. */
  readonly day: string
  readonly count: number
}

/** Returns the alerts of an agent. Depends only on facts, settings and the day (UTC). */
export const checkAgent = (facts: AgentFacts, settings: WatchSettings, now: Date): CheckResult =>
  evaluateRules([neverLoaded, oldRevision, coldAgent, proposalFlood, silentAgent], facts, settings, now)

/**
 * An agent without memory whose predecessor or category has memory to seed it from. Not raised if a person
 * decided that the agent starts with no memory, or if its memory exists but cannot be read, which is an alert
 * of the file.
 */
const coldAgent: Rule<AgentFacts> = {
  find({ name, optedOut, fresh, memory, predecessor, category, warmSiblings }) {
    if (optedOut || fresh || memory.entries > 0 || memory.broken > 0) return []
    if (predecessor !== null) {
      const { name: from, project, lines, elsewhere } = predecessor
      return [
        alertOf("cold-agent", {
          message: `${name} has no memory, but its predecessor ${from} has ${formatCount(lines, "line")} in ${project}`,
          evidence: { figures: { lines }, names: [from], ...(elsewhere ? { elsewhere: true } : {}) },
        }),
      ]
    }
    if (category === null || warmSiblings.length === 0) return []
    return [
      alertOf("cold-agent", {
        message: `${name} has no memory, but ${joinNames(warmSiblings)} in ${category} ${warmSiblings.length === 1 ? "does" : "do"}`,
        evidence: { names: warmSiblings },
      }),
    ]
  },
  turns: () => [],
}

/** The time that changes may take to reach a disk with the next sync. */
export const REACHES_DISKS_MS = 86_400_000

/**
 * An agent that loaded an outdated revision, or that stays active without loading a change. An agent without
 * activity since the change is not outdated: its next session loads the change.
 */
const oldRevision: Rule<AgentFacts> = {
  find(facts, _settings, today) {
    if (facts.optedOut) return []
    return facts.loads.flatMap((load): FoundAlert[] => {
      const stale = load.behind.filter(
        ({ since }) => Date.parse(load.at) - Date.parse(since) >= REACHES_DISKS_MS,
      )
      if (stale.length > 0)
        return isRecentInstant(load.at, today) ? [alertFor(load, stale, begunOld(facts, load, stale))] : []
      return load === latest(facts.loads) ? goneOn(facts, load, today) : []
    })
  },
  turns: ({ loads, workedAt }) =>
    [...loads.map((load) => load.at), ...(workedAt === null ? [] : [workedAt])].map((at) =>
      addDays(dayOf(at), AT_WORK_DAYS),
    ),
}

/** Returns an alert if the agent was active a day or more after a change and did not load it. */
function goneOn(facts: AgentFacts, load: LoadFacts, today: string): FoundAlert[] {
  const { name, workedAt } = facts
  if (workedAt === null || !isRecentInstant(workedAt, today)) return []
  const missed = load.behind.filter(
    ({ since }) => since > load.at && Date.parse(workedAt) - Date.parse(since) >= REACHES_DISKS_MS,
  )
  if (missed.length === 0) return []
  return [
    alertFor(
      load,
      missed,
      `${name} was active on ${dayOf(workedAt)} using memory loaded${inHarness(load)} on ${dayOf(load.at)}: ${whatChanged(missed)}`,
    ),
  ]
}

const begunOld = ({ name }: AgentFacts, load: LoadFacts, stale: readonly BehindFacts[]): string =>
  `${name} loaded an outdated revision${inHarness(load)} on ${dayOf(load.at)}: ${whatChanged(stale)}`

/**
 * Returns a text such as "a.md changed on 2026-11-02 (now revision 5, loaded revision 3) and 2 other files".
 */
function whatChanged(behind: readonly BehindFacts[]): string {
  const [first] = behind.toSorted((a, b) => (a.since < b.since ? -1 : 1))
  if (first === undefined) return ""
  const { path, revision, head, since } = first
  const loaded = revision === null ? "not loaded" : `loaded revision ${revision}`
  const changed =
    head === null
      ? `was removed on ${dayOf(since)} (${loaded})`
      : `changed on ${dayOf(since)} (now revision ${head}, ${loaded})`
  return `${path} ${changed}${behind.length > 1 ? `; ${formatCount(behind.length - 1, "other file")} also changed` : ""}`
}

function alertFor({ harness }: LoadFacts, behind: readonly BehindFacts[], message: string): FoundAlert {
  const paths = behind.map((one) => one.path).toSorted()
  return alertOf("old-revision-loaded", {
    part: harness ?? "",
    message,
    evidence: { figures: { files: paths.length }, names: paths },
  })
}

const latest = (loads: readonly LoadFacts[]): LoadFacts | undefined =>
  loads.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]
const inHarness = ({ harness }: LoadFacts): string => (harness === null ? "" : ` in ${harness}`)

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
const neverLoaded: Rule<AgentFacts> = {
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
    const message = `${name} had ${formatCount(count, "session")} in ${harness} in the last ${AT_WORK_DAYS} days, but none of them loaded its memory (${formatCount(memory.entries, "entry")})`
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
  const message = `${name} was active on ${lastDay} but never loaded its memory (${formatCount(memory.entries, "entry")}), although ${others}`
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

const isRecentInstant = (at: string, today: string): boolean => isRecent(dayOf(at), today)

const isRecent = (day: string, today: string): boolean => daysAfter(today, day) < AT_WORK_DAYS

/** Minimum number of proposals in a week for an alert. */
export const LEAST_FLOOD = 20
/** Minimum for an agent without proposals in the previous four weeks. */
export const LEAST_FIRST_FLOOD = 100
const WEEKS_BEFORE = 4

/**
 * An agent that made at least `floodTimes` times as many proposals in seven days as in the median week of the
 * previous four.
 */
const proposalFlood: Rule<AgentFacts> = {
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

export const SILENT_AFTER_DAYS = 14
/** Number of days after which the silence counts as normal. */
export const SILENCE_ENDS_AFTER_DAYS = 60
const WEEKS_BEFORE_SILENCE = 4
const LEAST_SESSIONS_SINCE = 3

/** An agent that made proposals in each of four weeks and then stopped, although its sessions continue. */
const silentAgent: Rule<AgentFacts> = {
  find({ name, optedOut, proposed, sessions }, _settings, today) {
    const last = proposed.at(-1)?.day
    if (optedOut || last === undefined) return []
    const days = daysAfter(today, last)
    if (
      days < SILENT_AFTER_DAYS ||
      days > SILENCE_ENDS_AFTER_DAYS ||
      proposalsByWeek(proposed, last, WEEKS_BEFORE_SILENCE).includes(0)
    )
      return []
    const since = sessions.filter(({ day }) => day > last)
    const had = since.reduce((sum, { count }) => sum + count, 0)
    if (had < LEAST_SESSIONS_SINCE || !since.some(({ day }) => daysAfter(today, day) < SILENT_AFTER_DAYS))
      return []
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

/** Number of days of proposals that rules need: the longest silence plus four weeks. */
export const PROPOSALS_LOOKED_AT_DAYS = 90

/** Returns the number of proposals in each of the last `weeks` weeks up to `last`, latest first. */
function proposalsByWeek(proposed: readonly ProposalsOfDay[], last: string, weeks: number): number[] {
  return Array.from({ length: weeks }, (_, week) => {
    const [from, to] = [addDays(last, -7 * (week + 1)), addDays(last, -7 * week)]
    return proposed.reduce((sum, { day, count }) => (day > from && day <= to ? sum + count : sum), 0)
  })
}
