import { type AgentFacts, checkAgent } from "@/lib/memory/alerts/agent-rules"
import { DEFAULT_WATCH, type WatchSettings } from "@/lib/memory/alerts/alert-settings"

export const TODAY = "2026-11-22"
export const NOW = new Date(`${TODAY}T14:00:00Z`)

/** An agent without alerts. */
export const agent = (facts: Partial<AgentFacts> = {}): AgentFacts => ({
  name: "ann",
  optedOut: false,
  fresh: false,
  memory: { entries: 12, broken: 0, since: "2026-10-01T09:00:00.000Z", updatedOn: daysAgo(2) },
  category: "Review",
  warmSiblings: [],
  predecessor: null,
  loads: [],
  harnesses: [],
  reportedSince: null,
  sessions: [],
  workedAt: null,
  proposed: [],
  ...facts,
})

export const evaluateAgent = (
  facts: Partial<AgentFacts>,
  { settings = {}, now = NOW }: { settings?: Partial<WatchSettings>; now?: Date } = {},
) => checkAgent(agent(facts), { ...DEFAULT_WATCH, ...settings }, now)

/** The alerts' messages, by kind. */
export const agentAlerts = (...asked: Parameters<typeof evaluateAgent>): string[] =>
  evaluateAgent(...asked).found.map(({ kind, part, message }) => `${kind}${part && ` (${part})`}: ${message}`)

/** Numbers of proposals by day; the keys are days before today. */
export const proposals = (byDaysAgo: Readonly<Record<number, number>>) =>
  Object.entries(byDaysAgo)
    .map(([days, count]) => ({ day: daysAgo(Number(days)), count }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))

export const daysAgo = (days: number): string =>
  new Date(Date.parse(`${TODAY}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
