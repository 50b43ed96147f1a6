import type { AlertKind } from "../alerts/kinds"
import {
  HEALTH_PARTS,
  type HealthFacts,
  type HealthPart,
  KINDS_OF_PART,
  kindsOf,
  healthMessage,
} from "./health-parts"

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

/**
 * Health on one day: the score and, if recorded, the scores of its parts (0–100; null if there is nothing to
 * measure).
 */
export interface HealthDay {
  /** ISO date. */
  readonly day: string
  readonly health: number | null
  readonly parts?: Readonly<Partial<Record<HealthPart, number | null>>> | undefined
}

export interface HealthChange {
  /** Earliest compared day, an ISO date. */
  readonly since: string
  /** Change of the score since then, in points; negative for a loss. */
  readonly points: number
  /**
   * Part that changed the score most in that direction. Null if the parts of those days were not recorded or
   * none changed in that direction.
   */
  readonly part: { readonly name: HealthPart; readonly from: number; readonly to: number } | null
}

/**
 * Returns the change of the score over some days, oldest first, and the part that changed it most. `weights`:
 * share of each part, 0–1. Null if fewer than two days have a score.
 */
export function changeOfHealth(
  days: readonly HealthDay[],
  weights: Readonly<Partial<Record<HealthPart, number>>>,
): HealthChange | null {
  const scored = days.filter(({ health }) => health !== null)
  const [first, last] = [scored[0], scored.at(-1)]
  if (!first || !last || first === last) return null
  const points = (last.health ?? 0) - (first.health ?? 0)
  const moved = HEALTH_PARTS.flatMap((name) => {
    const [from, to] = [first.parts?.[name] ?? null, last.parts?.[name] ?? null]
    if (from === null || to === null || from === to) return []
    return [{ name, from, to, effect: (to - from) * (weights[name] ?? 0) }]
  })
  const along = moved.filter(({ effect }) => points === 0 || effect * points > 0)
  const [most] = along.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
  return {
    since: first.day,
    points,
    part: most === undefined ? null : { name: most.name, from: most.from, to: most.to },
  }
}

const LABEL = "memory health"

/** Background colors with a contrast to white text of at least 4.5:1. */
const COLORS: Readonly<Record<Band, string>> = {
  good: "#2c7a3f",
  fair: "#8a6100",
  poor: "#b3312c",
  none: "#5f6670",
}

/** Returns the text of a badge: "92, good", "no memory yet". */
export function badgeWords(score: number | null): string {
  return score === null ? "no memory yet" : `${score}, ${bandOf(score)}`
}

/** Returns a badge for a README as SVG without external resources. Score and rating are text, not color alone. */
export function badgeOf(score: number | null): string {
  const words = badgeWords(score)
  const [left, right] = [widthOf(LABEL), widthOf(words)]
  const text = (x: number, width: number, said: string) =>
    `<text x="${x + width / 2}" y="14" textLength="${width - 12}">${said}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${words}"><title>${LABEL}: ${words}</title><clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d434b"/><rect x="${left}" width="${right}" height="20" fill="${COLORS[bandOf(score)]}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">${text(0, left, LABEL)}${text(left, right, words)}</g></svg>`
}

/** Returns the width in px at 11 px font size. `textLength` fits other fonts into it. */
const widthOf = (text: string): number =>
  Math.round([...text].reduce((sum, letter) => sum + letterWidth(letter), 0)) + 12

function letterWidth(letter: string): number {
  if (/[ijl,.]/.test(letter)) return 3.6
  if (/[mw]/.test(letter)) return 10
  return /\s/.test(letter) ? 4 : 6.9
}
