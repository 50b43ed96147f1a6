import { ownValue } from "@/lib/memory/text/own-value"
import { z } from "zod"
import { readPlace } from "./policy-place"
import { PROPOSAL_KINDS } from "../proposals/proposed-change"
import { SCOPES, type Scope } from "../memory-files/format"
import { DEFAULT_VERIFICATION } from "./effective-settings"
import { DEFAULT_WATCH, watchSettings } from "../alerts/alert-settings"
import type { AlertKind } from "../alerts/kinds"

/**
 * A rule that approves proposals without a person. It never applies to flagged proposals, or to proposals
 * that are similar to an entry or contradict one.
 */
export const approvalRule = z.object({
  kinds: z.array(z.enum(PROPOSAL_KINDS)).min(1, "choose at least one kind"),
  /** Types that the rule applies to; empty: all. */
  types: z
    .array(z.string().min(1).max(60, "a type can have at most 60 characters"))
    .max(20, "enter at most 20 types")
    .default([]),
  /** Agents that the rule applies to; empty: all. */
  agents: z
    .array(z.string().min(1).max(200, "an agent's name can have at most 200 characters"))
    .max(200, "enter at most 200 agents")
    .default([]),
  leastConfidence: share().default(0.8),
})
export type ApprovalRule = z.output<typeof approvalRule>

/** Settings for the review of proposals. */
export const reviewSettings = z.object({
  /** Number of approvals needed. */
  approvals: z.union([z.literal(1), z.literal(2)], "must be 1 or 2"),
  /** Lowest role that may decide. */
  decider: z.enum(["lead", "owner"], "must be lead or owner"),
  /**
   * Minimum confidence, 0–1. Proposals below it are rejected when they arrive. An unknown confidence counts
   * as 0.5.
   */
  leastConfidence: share(),
  /** Days after which a waiting proposal expires. */
  days: whole(365),
  /** Maximum number of waiting proposals per agent. */
  waitingPerAgent: whole(100_000),
  /** Decides if proposals of an agent may be written while its session is active. */
  writesDuringWork: z.enum(["allow", "hold"], "must be allow or hold"),
  /**
   * Decides if conflicts of a kind that the team mostly dismisses are listed last. Set by team or deployment
   * only.
   */
  dismissals: z.enum(["lower", "ignore"], "must be lower or ignore"),
  /**
   * Decides if the coach's language model is asked about uncertain findings. Set by team or deployment only.
   */
  secondOpinion: z.enum(["ask", "off"], "must be ask or off"),
  /** Rule that approves proposals without a person; null: each proposal needs a person. */
  rule: approvalRule.nullable(),
  /** Days until a verification expires, by entry type; "other" for all other types. */
  verification: z
    .record(z.string().trim().min(1).max(60, "a type can have at most 60 characters"), whole(3_650))
    .refine((days) => Object.keys(days).length <= 40, "enter at most 40 types"),
})

/** All settings of a policy: the review of proposals and alerts. */
export const policySettings = reviewSettings.extend(watchSettings.shape)
export type PolicySettings = z.output<typeof policySettings>
export type PolicySetting = keyof PolicySettings

export const POLICY_SETTINGS = Object.keys(policySettings.shape) as readonly PolicySetting[]
export type ReviewSetting = keyof z.output<typeof reviewSettings>
export const REVIEW_SETTINGS = Object.keys(reviewSettings.shape) as readonly ReviewSetting[]

function share() {
  const words = "must be a number from 0 to 1"
  return z.number(words).min(0, words).max(1, words)
}

function whole(most: number) {
  const words = `must be a whole number from 1 to ${most.toLocaleString("en")}`
  return z.int(words).min(1, words).max(most, words)
}

export const DEFAULT_POLICY: PolicySettings = {
  approvals: 1,
  decider: "lead",
  leastConfidence: 0,
  days: 30,
  waitingPerAgent: 1_000,
  writesDuringWork: "allow",
  dismissals: "lower",
  secondOpinion: "off",
  rule: null,
  verification: { ...DEFAULT_VERIFICATION },
  ...DEFAULT_WATCH,
}

/** Built-in settings by place. Global memory reaches everyone: "rare, high confidence only". Source: the memory protocol, "Scopes". */
const BUILT_IN: Readonly<Record<string, Partial<PolicySettings>>> = {
  "scope:global": { leastConfidence: 0.9 },
}

/**
 * Place of a policy: "deployment", "team", "scope:project", "project:ledger", "category:architecture",
 * "agent:ledger/ann".
 */
export const policyPlace = z
  .string()
  .regex(
    /^(?:deployment|team|scope:(?:global|team|project|session)|(?:project|category):[^/]{1,100}|agent:[^/]{1,100}\/.{1,200})$/u,
    "must be deployment, team, scope:<scope>, project:<slug>, category:<slug> or agent:<project>/<name>",
  )

export interface PlacedPolicy {
  readonly place: string
  readonly settings: Partial<PolicySettings>
}

/**
 * Project, category and agent that a memory belongs to, which decide its policies. A field is null if it is
 * unknown or if the memory belongs to none.
 */
export interface MemoryOwner {
  readonly scope: Scope
  /** Slug of the project. */
  readonly project: string | null
  /** Slug of the category that owns the memory, or to which its agent belongs. */
  readonly category: string | null
  readonly agent: string | null
}

/**
 * Returns the settings for a memory. Each value is from the most specific place that sets it: agent,
 * category, project, scope, team or deployment; else it is built in.
 */
export function policyFor(policies: readonly PlacedPolicy[], of: MemoryOwner): PolicySettings {
  return Object.assign(
    {},
    ...layersOf(policies, policyPlacesOf(of)).map((layer) => layer.settings),
  ) as PolicySettings
}

/** Returns the settings for a stored file or proposal. */
export function policyOfMemory(
  policies: readonly PlacedPolicy[],
  { scope, projectSlug, category, agentCategory = null, agent }: StoredPlace,
): PolicySettings {
  return policyFor(policies, {
    scope: scope as Scope,
    project: projectSlug,
    category: category ?? agentCategory,
    agent,
  })
}

export interface StoredPlace {
  readonly scope: string
  readonly projectSlug: string
  /** Category of shared memory. */
  readonly category: string | null
  /** Category of its agent; for an unknown agent, its category by the team's taxonomy. */
  readonly agentCategory?: string | null
  readonly agent: string | null
}

/** An effective value, with the place that sets it or "built-in". */
export interface EffectiveSetting<Setting extends PolicySetting = PolicySetting> {
  readonly value: PolicySettings[Setting]
  readonly from: string
}

export type EffectivePolicy = { readonly [Setting in PolicySetting]: EffectiveSetting<Setting> }

/** Returns the effective settings of a place with their origins. For an agent's place, pass its category, because the place does not include it. */
export function policyAt(
  policies: readonly PlacedPolicy[],
  place: string,
  category: string | null = null,
): EffectivePolicy {
  const layers = layersOf(policies, placesAbove(place, category))
  const held = (setting: PolicySetting): EffectiveSetting => {
    const layer = layers.findLast((one) => one.settings[setting] !== undefined) ?? BOTTOM
    return { value: layer.settings[setting] as EffectiveSetting["value"], from: layer.place }
  }
  return Object.fromEntries(
    POLICY_SETTINGS.map((setting) => [setting, held(setting)]),
  ) as unknown as EffectivePolicy
}

const BOTTOM: PlacedPolicy = { place: "built-in", settings: DEFAULT_POLICY }

/** Returns the layers of settings. Later places win; the built-in settings of a place win over more general ones. */
function layersOf(policies: readonly PlacedPolicy[], places: readonly string[]): PlacedPolicy[] {
  return [
    BOTTOM,
    ...places.flatMap((place) => [
      { place: "built-in", settings: ownValue(BUILT_IN, place) ?? {} },
      ...policies.filter((one) => one.place === place),
    ]),
  ]
}

/** Returns the places whose policies apply to a memory, from the most general to the most specific. */
export function policyPlacesOf({ scope, project, category, agent }: MemoryOwner): string[] {
  return [
    "deployment",
    "team",
    `scope:${scope}`,
    ...(project === null ? [] : [`project:${project}`]),
    ...(category === null ? [] : [`category:${category}`]),
    ...(project === null || agent === null ? [] : [`agent:${project}/${agent}`]),
  ]
}

/** Returns the memories that these policies distinguish, for each scope. Any agent may be in any category. */
export function distinguishedMemories(policies: readonly PlacedPolicy[]): MemoryOwner[] {
  const named = [...new Set(policies.map((one) => one.place))].map(readPlace)
  const categories = [null, ...named.flatMap((one) => (one.kind === "category" ? [one.category] : []))]
  const projects = new Set(
    named.flatMap((one) => (one.kind === "project" || one.kind === "agent" ? [one.project] : [])),
  )
  const agents = named.flatMap((one) =>
    one.kind === "agent" ? [{ project: one.project, agent: one.agent }] : [],
  )
  const keepers = [
    { project: null, agent: null },
    ...[...projects].map((project) => ({ project, agent: null })),
    ...agents,
  ]
  return SCOPES.flatMap((scope) =>
    categories.flatMap((category) => keepers.map((keeper) => ({ scope, category, ...keeper }))),
  )
}

/**
 * Returns a place and the places that it inherits from. Memory of a project, a category or an agent is
 * project memory.
 */
function placesAbove(place: string, category: string | null): string[] {
  const named = readPlace(place)
  switch (named.kind) {
    case "deployment":
      return ["deployment"]
    case "team":
      return ["deployment", "team"]
    case "scope":
      return policyPlacesOf({ scope: named.scope, project: null, category: null, agent: null })
    case "project":
      return policyPlacesOf({ scope: "project", project: named.project, category: null, agent: null })
    case "category":
      return policyPlacesOf({ scope: "project", project: null, category: named.category, agent: null })
    case "agent":
      return policyPlacesOf({ scope: "project", project: named.project, category, agent: named.agent })
  }
}

export const UNKNOWN_CONFIDENCE = 0.5
/** Confidence of an approved entry without a stated one. */
export const APPROVED_CONFIDENCE = 0.8

/** Returns the settings with the thresholds of a kind of alert; empty if the kind has none. */
export function measuresOf(kind: AlertKind): readonly PolicySetting[] {
  return MEASURES[kind] ?? []
}

const MEASURES: Partial<Record<AlertKind, readonly PolicySetting[]>> = {
  "past-cut": ["limits"],
  "over-budget": ["budgetLines"],
  "run-cache-over": ["limits"],
  "filling-up": ["budgetLines", "limits"],
  flood: ["floodTimes"],
  "compaction-overdue": ["compactionDays"],
  "coach-overdue": ["coachDays"],
  "stale-file": ["staleFileDays", "staleSessions"],
  "stale-entries": ["staleDays", "staleDaysByType"],
  "unverified-entries": ["verification"],
  "session-noise": ["noisePhrases"],
  "section-missing": ["sections"],
}
