import { HEALTH_PARTS, type HealthFacts, type HealthPart, KINDS_OF_PART, kindsOf } from "./facts"
import { wordsOf } from "./check-labels"

export interface PartOfHealth {
  readonly name: HealthPart
  /** 0–100, whole; null: there is nothing that it could be told from, and it does not count. */
  readonly score: number | null
  /** Its share of the whole, 0–1: the weights of parts that count add up to 1. */
  readonly weight: number
  /** One sentence with its numbers, without a full stop. */
  readonly message: string
}

export interface Health {
  /** 0–100, whole. Null: there is no memory yet. */
  readonly score: number | null
  readonly parts: readonly PartOfHealth[]
}

/** How much of the whole a part is where all parts count. What no agent sees, or cannot be read at all, weighs most. */
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

/** From this score on memory is healthy, unless somebody asks for another. */
export const HEALTHY_FROM = 70

/**
 * The health of memory, 0–100: the mean of its parts by their weights, each the share of what is as it should be. A part that nothing can be
 * told from (no harness reports, nobody keeps logs) is left out, and its weight shared among the others. 100 is said of nothing that has a fault.
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
    message: wordsOf(name, facts),
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

/** How good a score is, in a word. Below HEALTHY_FROM it is not. */
export type Band = "good" | "fair" | "poor" | "none"

export function bandOf(score: number | null): Band {
  if (score === null) return "none"
  return score >= 90 ? "good" : score >= HEALTHY_FROM ? "fair" : "poor"
}

/** The share of what is as it should be, 0–1; null where there is nothing to tell it from. */
function shareOf(name: HealthPart, facts: HealthFacts): number | null {
  const { subjects } = facts
  switch (name) {
    case "present":
      return share(facts.agentsWithMemory, facts.agents)
    case "parseable":
      return lacking(name, facts, facts.files + (subjects["set-aside"] ?? 0) + (subjects.secret ?? 0))
    case "linked":
      return lacking(name, facts, facts.files + (subjects["link-broken"] ?? 0) + (subjects.gone ?? 0))
    case "loaded": {
      const proven = facts.agentsCurrent + facts.agentsOld
      return proven === 0
        ? null
        : share(facts.agentsCurrent + facts.agentsOld / 2, proven + facts.agentsNever)
    }
    case "budget":
      return lacking(name, facts, facts.measuredFiles)
    case "staleness":
      return share(facts.entries - facts.staleEntries, facts.entries)
    case "compaction":
      return lacking(name, facts, facts.workspaces)
    case "searchable":
      return share(facts.searchable, facts.entries)
  }
}

/** What is left of so many when what ails is taken off, each kind as much as it takes. */
function lacking(part: HealthPart, { subjects }: HealthFacts, of: number): number | null {
  const sick = kindsOf(part).reduce(
    (sum, kind) => sum + (subjects[kind] ?? 0) * (KINDS_OF_PART[part][kind] ?? 0),
    0,
  )
  return share(of - sick, of)
}

const share = (some: number, all: number): number | null =>
  all === 0 ? null : Math.min(1, Math.max(0, some / all))
