import type { AlertKind } from "../alerts/kinds"
import { HEALTH_PARTS, type HealthFacts, type HealthPart, KINDS_OF_PART, kindsOf } from "./health-parts"
import { healthMessage } from "./health-check-texts"

export interface PartOfHealth {
  readonly name: HealthPart
  /** Integer, 0–100; null if there is nothing to measure. A part with null does not count. */
  readonly score: number | null
  /** Share of the total, 0–1. The weights of all parts that count add up to 1. */
  readonly weight: number
  /** One sentence with its numbers, without a full stop. */
  readonly message: string
}

export interface Health {
  /** Integer, 0–100; null without memory. */
  readonly score: number | null
  readonly parts: readonly PartOfHealth[]
}

/** Weight of each part in percent. Memory that agents do not get, or that cannot be parsed, weighs most. */
export const WEIGHTS: Readonly<Record<HealthPart, number>> = {
  present: 15,
  parseable: 20,
  linked: 10,
  loaded: 20,
  budget: 15,
  staleness: 10,
  compaction: 5,
  searchable: 5,
}

/** Default minimum score of healthy memory. */
export const HEALTHY_FROM = 70

/**
 * Returns the health of memory, 0–100: the weighted mean of its parts, each the share without problems. A part without data (no deliveries,
 * no logs) is left out, and its weight goes to the others. Scores are rounded down, so that 100 means no problem.
 */
export function healthOf(facts: HealthFacts): Health {
  const shares = HEALTH_PARTS.map((name) => ({
    name,
    share: facts.files === 0 ? null : shareOf(name, facts),
  }))
  const total = shares.reduce((sum, { name, share }) => sum + (share === null ? 0 : WEIGHTS[name]), 0)
  const parts = shares.map(({ name, share }) => ({
    name,
    score: share === null ? null : whole(share),
    weight: share === null || total === 0 ? 0 : WEIGHTS[name] / total,
    message: healthMessage(name, facts),
  }))
  return {
    score:
      total === 0
        ? null
        : whole(shares.reduce((sum, { name, share }) => sum + ((share ?? 0) * WEIGHTS[name]) / total, 0)),
    parts,
  }
}

const whole = (share: number): number => Math.floor(share * 100 + 1e-9)

/** Rating of a score: "good" from 90, "fair" from `HEALTHY_FROM`, else "poor"; "none" without a score. */
export type Band = "good" | "fair" | "poor" | "none"

export function bandOf(score: number | null): Band {
  if (score === null) return "none"
  if (score >= 90) return "good"
  return score >= HEALTHY_FROM ? "fair" : "poor"
}

/** Returns the share without problems, 0–1; null if there is nothing to measure. */
const shareOf = (part: HealthPart, facts: HealthFacts): number | null => SHARES[part](facts)

const SHARES: Readonly<Record<HealthPart, (facts: HealthFacts) => number | null>> = {
  present: ({ agentsWithMemory, agents }) => share(agentsWithMemory, agents),
  parseable: (facts) =>
    withoutAlerts("parseable", facts, facts.files + alertsOf(facts, "set-aside") + alertsOf(facts, "secret")),
  linked: (facts) =>
    withoutAlerts("linked", facts, facts.files + alertsOf(facts, "link-broken") + alertsOf(facts, "gone")),
  loaded({ agentsCurrent, agentsOld, agentsNever }) {
    const delivered = agentsCurrent + agentsOld
    return delivered === 0 ? null : share(agentsCurrent + agentsOld / 2, delivered + agentsNever)
  },
  budget: (facts) => withoutAlerts("budget", facts, facts.measuredFiles),
  staleness: ({ entries, staleEntries }) => share(entries - staleEntries, entries),
  compaction: (facts) => withoutAlerts("compaction", facts, facts.workspaces),
  searchable: ({ searchable, entries }) => share(searchable, entries),
}

/** Returns the share of subjects without alerts, each kind of alert by its weight. */
function withoutAlerts(part: HealthPart, facts: HealthFacts, of: number): number | null {
  const affected = kindsOf(part).reduce(
    (sum, kind) => sum + alertsOf(facts, kind) * (KINDS_OF_PART[part][kind] ?? 0),
    0,
  )
  return share(of - affected, of)
}

const alertsOf = ({ subjects }: HealthFacts, kind: AlertKind): number => subjects[kind] ?? 0

const share = (some: number, all: number): number | null =>
  all === 0 ? null : Math.min(1, Math.max(0, some / all))
