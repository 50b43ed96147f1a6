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

/** What the health of a team's memory, or of one project's, is told from: what there is, and its unresolved alerts. Session memory and opted-out agents are left out. */
export interface HealthFacts {
  /** That are there: those that are gone from their source are not. */
  readonly files: number
  /** Of them those of which a harness loads only so much, or for which a soft budget is set. */
  readonly measuredFiles: number
  /** Entries that stand: not retired. */
  readonly entries: number
  readonly staleEntries: number
  /** Agents that have not opted out. */
  readonly agents: number
  /** With entries of their own, or that their category shares in their project. */
  readonly agentsWithMemory: number
  /** By their last receipt in each harness. An agent that never loaded its memory and has none is not counted. */
  readonly agentsCurrent: number
  readonly agentsOld: number
  readonly agentsNever: number
  /** Folders in which daily logs are kept, which have to be compacted. */
  readonly workspaces: number
  /** Of them those whose logs are due to be compacted. */
  readonly compactionsDue?: number
  /** Entries that stand and have words that search finds them by. */
  readonly searchable: number
  /** Files whose meaning is not indexed yet; null: no embedder is set, or it is of no use. */
  readonly filesWithoutMeaning: number | null
  /**
   * Subjects (files, agents, workspaces, paths that were set aside) with an unresolved alert, by kind; what a rule ignores is not counted. In
   * each part of health a subject counts once, under the gravest of its kinds.
   */
  readonly subjects: Readonly<Partial<Record<AlertKind, number>>>
}

/**
 * Which alerts speak of a part, the gravest first, and how much of a subject each takes: all of it, half (it is read, but not well), or
 * nothing, where the part is told from what was counted itself, and the alert only names the place.
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
