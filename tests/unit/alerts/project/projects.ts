import {
  type ProjectFacts,
  type SetAsideFacts,
  type WorkspaceFacts,
  checkProject,
} from "@/lib/memory/alerts/project-rules"
import { DEFAULT_WATCH, type WatchSettings } from "@/lib/memory/alerts/alert-settings"
import { daysAgo, NOW } from "../agent/agents"

export { daysAgo, NOW, TODAY } from "../agent/agents"

/** A project without alerts. */
export const project = (facts: Partial<ProjectFacts> = {}): ProjectFacts => ({
  name: "ledger",
  workspaces: [],
  links: [],
  setAside: [],
  hasMemory: true,
  reports: true,
  coach: null,
  workers: [],
  ...facts,
})

export const evaluateProject = (
  facts: Partial<ProjectFacts>,
  { settings = {}, now = NOW }: { settings?: Partial<WatchSettings>; now?: Date } = {},
) => checkProject(project(facts), { ...DEFAULT_WATCH, ...settings }, now)

/** The alerts' messages, by kind. */
export const projectAlerts = (...asked: Parameters<typeof evaluateProject>): string[] =>
  evaluateProject(...asked).found.map(
    ({ kind, part, severity, message }) => `${severity} ${kind}${part && ` (${part})`}: ${message}`,
  )

/**
 * A workspace with daily logs of two entries each on these days before today, and sessions that started and
 * ended.
 */
export const workspace = (logs: readonly number[], facts: Partial<WorkspaceFacts> = {}): WorkspaceFacts => ({
  root: "",
  memory: { name: "MEMORY.md", changedOn: daysAgo(1) },
  compactedUpTo: null,
  logs: logs.toSorted((a, b) => b - a).map((days) => ({ day: daysAgo(days), entries: 2 })),
  sessions: [],
  ...facts,
})

export const sessions = (days: number, begun: number, closed: number) => ({
  day: daysAgo(days),
  begun,
  closed,
})

export const aside = (path: string, reason: string, one: Partial<SetAsideFacts> = {}): SetAsideFacts => ({
  source: "/srv/ledger",
  path,
  reason,
  diagnostics: [],
  ...one,
})
