import { formatCount } from "../../numbers/format-count"
import { addDays, dayOf, daysAfter } from "../day"
import type { FoundAlert } from "../found-alert"
import { alertOf, type Rule } from "../rule"
import type { AgentFacts, BehindFacts, LoadFacts } from "./facts"
import { AT_WORK_DAYS } from "./never-loaded"

/** The time that changes may take to reach a disk with the next sync. */
export const REACHES_DISKS_MS = 86_400_000

/**
 * An agent that loaded an outdated revision, or that stays active without loading a change. An agent without
 * activity since the change is not outdated: its next session loads the change.
 */
export const oldRevision: Rule<AgentFacts> = {
  find(facts, _settings, today) {
    if (facts.optedOut) return []
    return facts.loads.flatMap((load): FoundAlert[] => {
      const stale = load.behind.filter(
        ({ since }) => Date.parse(load.at) - Date.parse(since) >= REACHES_DISKS_MS,
      )
      if (stale.length > 0)
        return isRecent(load.at, today) ? [alertFor(load, stale, begunOld(facts, load, stale))] : []
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
  if (workedAt === null || !isRecent(workedAt, today)) return []
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
const isRecent = (at: string, today: string): boolean => daysAfter(today, dayOf(at)) < AT_WORK_DAYS
