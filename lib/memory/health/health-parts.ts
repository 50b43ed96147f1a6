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
