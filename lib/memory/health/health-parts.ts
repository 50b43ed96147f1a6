import { formatCount } from "@/lib/memory/text/sentence"
import type { AlertKind } from "../alerts/kinds"

export const HEALTH_PARTS = [
  "present",
  "parseable",
  "linked",
  "loaded",
  "budget",
  "staleness",
  "compaction",
  "searchable",
] as const
export type HealthPart = (typeof HEALTH_PARTS)[number]

/** Facts about the memory of a team or project, with its unresolved alerts. Session memory and opted-out agents are left out. */
export interface HealthFacts {
  /** Number of files, without removed ones. */
  readonly files: number
  /** Number of files with a load limit or a soft budget. */
  readonly measuredFiles: number
  /** Number of current entries. */
  readonly entries: number
  readonly staleEntries: number
  /** Number of agents that have not opted out. */
  readonly agents: number
  /** Number of agents with entries of their own, or of their category in their project. */
  readonly agentsWithMemory: number
  /**
   * Number of agents by their last delivery in each harness. An agent without memory that never loaded any is
   * not counted.
   */
  readonly agentsCurrent: number
  readonly agentsOld: number
  readonly agentsNever: number
  /** Number of folders with daily logs, which need compaction. */
  readonly workspaces: number
  /** Number of workspaces whose logs are due for compaction. */
  readonly compactionsDue?: number
  /** Number of current entries that search finds by keyword. */
  readonly searchable: number
  /** Number of files without embeddings; null if no embedder is configured or usable. */
  readonly filesWithoutMeaning: number | null
  /**
   * Subjects (files, agents, workspaces, quarantined paths) with an unresolved alert, by kind. Ignored alerts are not counted. In
   * each part of health a subject counts once, under its most severe kind.
   */
  readonly subjects: Readonly<Partial<Record<AlertKind, number>>>
}

/**
 * Alerts of each part, the most severe first, with the share of a subject that each costs: 1, 0.5 (the
 * subject is usable with problems), or 0 (other facts measure the part, and the alert only shows the place).
 */
export const KINDS_OF_PART: Readonly<Record<HealthPart, Readonly<Partial<Record<AlertKind, 0 | 0.5 | 1>>>>> =
  {
    present: { "cold-agent": 0 },
    parseable: { malformed: 1, secret: 1, "set-aside": 1, "invisible-characters": 1, "bad-frontmatter": 0.5 },
    linked: { "link-broken": 1, gone: 1, "broken-reference": 0.5 },
    loaded: { "never-loaded": 0, "old-revision-loaded": 0 },
    budget: { "past-cut": 1, "run-cache-over": 1, "over-budget": 0.5 },
    staleness: { "stale-file": 0, "stale-entries": 0 },
    compaction: { "compaction-overdue": 1, "log-missing": 0 },
    searchable: {},
  }

export const kindsOf = (part: HealthPart): readonly AlertKind[] =>
  Object.keys(KINDS_OF_PART[part]) as AlertKind[]

export const PART_LABELS: Readonly<Record<HealthPart, string>> = {
  present: "Coverage",
  parseable: "Parseable",
  linked: "Linked",
  loaded: "Delivered",
  budget: "Within limits",
  staleness: "Fresh",
  compaction: "Compacted",
  searchable: "Searchable",
}

/** Explanation of the score, for display. One issue fails a check but lowers the score only by its share. */
export const SCORE_MEANING =
  "The share of agents, files and entries without issues, weighted by check. A single issue makes its check fail but lowers the score only slightly."

/** Returns the number of failed checks in words: "8 of 11 checks found issues", "All 11 checks passed". */
export const checksWords = (failed: number, checks: number): string =>
  failed === 0
    ? `All ${formatNumber(checks)} checks passed`
    : `${formatNumber(failed)} of ${formatNumber(checks)} checks found issues`

/** The next step for each part that needs attention. */
export const NEXT_STEP_OF_PART: Readonly<Record<HealthPart, string>> = {
  present: "Use category memory to seed agents that have no memory, or import their files",
  parseable: "Fix each file at its source and import it again",
  linked: "Fix broken links and references, or import removed files from their new location",
  loaded: "Start a new session to load the changes. If no delivery is recorded, run quarterdeck hook install",
  budget: "Retire outdated entries, merge duplicates, and move the overflow to a topic file",
  staleness: "Under Verify, confirm the entries that are still true and retire the rest",
  compaction:
    "Compact the daily logs into MEMORY.md. If today’s log is missing, check that the agents write daily logs",
  searchable: "Check the state of the search index under Search",
}

/** Returns the state of a part as a sentence without a full stop. */
export const healthMessage = (part: HealthPart, facts: HealthFacts): string =>
  facts.files === 0 ? "No memory files yet" : MESSAGES[part](facts, (kind) => facts.subjects[kind] ?? 0)

type Message = (facts: HealthFacts, alerts: (kind: AlertKind) => number) => string

const MESSAGES: Readonly<Record<HealthPart, Message>> = {
  present({ agents, agentsWithMemory }, alerts) {
    if (agents === 0) return "No agents yet"
    const cold = alerts("cold-agent")
    const seedable = cold > 0 ? `; ${formatCount(cold, "agent", "agents")} can be seeded` : ""
    return `${of(agentsWithMemory, agents, ["agent", "agents"], ["has", "have"])} memory${seedable}`
  },
  parseable: ({ files }, alerts) =>
    listed(
      [
        [alerts("malformed"), "with parse errors"],
        [alerts("secret"), "with a secret"],
        [alerts("set-aside"), "quarantined"],
        [alerts("invisible-characters"), "with hidden characters"],
        [alerts("bad-frontmatter"), "with invalid front matter"],
      ],
      `${files === 1 ? "The file parses" : `All ${formatNumber(files)} files parse`} without errors`,
    ),
  linked: (_, alerts) =>
    listed(
      [
        [alerts("link-broken"), "with a broken or incorrect link"],
        [alerts("gone"), "removed from the source"],
        [alerts("broken-reference"), "with a broken reference"],
      ],
      "All links and references work",
    ),
  loaded: ({ agentsCurrent, agentsOld, agentsNever }) =>
    agentsCurrent + agentsOld === 0
      ? "No deliveries recorded yet"
      : `${formatCount(agentsCurrent, "agent is", "agents are")} up to date, ${formatNumber(agentsOld)} outdated, ${formatNumber(agentsNever)} without a delivery`,
  budget({ measuredFiles }, alerts) {
    if (measuredFiles === 0) return "No files have a limit"
    return listed(
      [
        [alerts("past-cut"), "truncated at the load limit"],
        [alerts("run-cache-over"), "with more runs than the load limit allows"],
        [alerts("over-budget"), "over the line budget"],
      ],
      measuredFiles === 1
        ? "The only file with a limit is within its limit"
        : `All ${formatNumber(measuredFiles)} files with a limit are within their limits`,
    )
  },
  staleness({ entries, staleEntries }) {
    if (entries === 0) return "No entries yet"
    return staleEntries === 0 ? "No stale entries" : `${of(staleEntries, entries, ...ENTRIES)} stale`
  },
  compaction({ workspaces, compactionsDue }, alerts) {
    if (workspaces === 0) return "No daily logs"
    return listed(
      [
        [alerts("compaction-overdue"), "overdue"],
        [(compactionsDue ?? 0) - alerts("compaction-overdue"), "due"],
        [alerts("log-missing"), "without a log for today or yesterday"],
      ],
      workspaces === 1
        ? "The workspace with daily logs is up to date"
        : `All ${formatNumber(workspaces)} workspaces with daily logs are up to date`,
    )
  },
  searchable: ({ entries, searchable, filesWithoutMeaning }) =>
    entries === 0
      ? "No entries yet"
      : `${of(searchable, entries, ...ENTRIES)} searchable by keyword${byMeaning(filesWithoutMeaning)}`,
}

function byMeaning(missing: number | null): string {
  if (missing === null) return ""
  return missing === 0
    ? " and by meaning"
    : `; ${formatCount(missing, "file is", "files are")} not searchable by meaning yet`
}

const ENTRIES = [
  ["entry", "entries"],
  ["is", "are"],
] as const

/** Returns a count with its verb: "1 of 5 entries is", "5 entries are". */
function of(
  some: number,
  all: number,
  [one, many]: readonly [string, string],
  [is, are]: readonly [string, string],
): string {
  return `${some === all ? "" : `${formatNumber(some)} of `}${formatCount(all, one, many)} ${some === 1 ? is : are}`
}

export const formatNumber = (number: number): string => number.toLocaleString("en")
function listed(found: readonly (readonly [number, string])[], none: string): string {
  const some = found.filter(([number]) => number > 0)
  return some.length === 0
    ? none
    : some.map(([number, words]) => `${formatNumber(number)} ${words}`).join(", ")
}

/** A suggested action for a lead. */
export interface Step {
  /** Kind of the step. A second step of a kind is chosen only after the best step of every other kind. */
  readonly kind: string
  /** Effect on health: number of agents times severity. */
  readonly effect: number
}

/** Returns the steps with the largest effect, up to the limit. Each is of a different kind if there are enough kinds. */
export function chooseNextSteps<S extends Step>(steps: readonly S[], most: number): S[] {
  const byEffect = steps.toSorted((a, b) => b.effect - a.effect)
  const kinds = new Set<string>()
  const best = byEffect.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind))
  const others = byEffect.filter((step) => !best.includes(step))
  return [...best, ...others].slice(0, most).toSorted((a, b) => b.effect - a.effect)
}
