import { z } from "zod"
import { PROPOSAL_KINDS } from "./proposed-change"
import type { Scope } from "./scope"
import { DEFAULT_VERIFICATION } from "./verification"

/** A rule that approves without a person. Flagged proposals, and those that like or contradict something, never fall under it. */
export const approvalRule = z.object({
  kinds: z.array(z.enum(PROPOSAL_KINDS)).min(1, "choose at least one kind"),
  /** Empty: any type. */
  types: z.array(z.string().min(1).max(60, "a type has at most 60 characters")).max(20, "at most 20 types").default([]),
  /** Empty: any agent. */
  agents: z.array(z.string().min(1).max(200, "an agent's name has at most 200 characters")).max(200, "at most 200 agents").default([]),
  leastConfidence: share().default(0.8),
})
export type ApprovalRule = z.output<typeof approvalRule>

/** What holds for the proposals of a place. */
export const policySettings = z.object({
  /** How many people have to approve. */
  approvals: z.union([z.literal(1), z.literal(2)], "1 or 2 people"),
  /** The least role that may decide. */
  decider: z.enum(["lead", "owner"], "lead or owner"),
  /** 0–1: proposals below it are refused when they arrive. An unknown confidence counts as 0.5. */
  leastConfidence: share(),
  /** Days after which a waiting proposal expires. */
  days: whole(365),
  /** How many proposals of one agent may wait at a time. */
  waitingPerAgent: whole(100_000),
  /** Null: nothing is approved without a person. */
  rule: approvalRule.nullable(),
  /** Days until a vouch for an entry runs out, by its type; "other" for all that are not named. */
  verification: z.record(z.string().trim().min(1).max(60, "a type has at most 60 characters"), whole(3_650)).refine((days) => Object.keys(days).length <= 40, "at most 40 types"),
})
export type PolicySettings = z.output<typeof policySettings>
export type PolicySetting = keyof PolicySettings

export const POLICY_SETTINGS = Object.keys(policySettings.shape) as readonly PolicySetting[]

function share() {
  const words = "a number from 0 to 1"
  return z.number(words).min(0, words).max(1, words)
}

function whole(most: number) {
  const words = `a whole number from 1 to ${most.toLocaleString("en")}`
  return z.int(words).min(1, words).max(most, words)
}

export const DEFAULT_POLICY: PolicySettings = { approvals: 1, decider: "lead", leastConfidence: 0, days: 30, waitingPerAgent: 1_000, rule: null, verification: { ...DEFAULT_VERIFICATION } }

/** Global memory reaches everyone: "rare, high confidence only". Source: the memory protocol, "Scopes". */
const BUILT_IN: Readonly<Record<string, Partial<PolicySettings>>> = { "scope:global": { leastConfidence: 0.9 } }

/** "team", "scope:project", "category:architecture". */
export const policyPlace = z.string().regex(/^(?:team|scope:(?:global|team|project|session)|category:.{1,100})$/u, "name team, scope:<scope> or category:<slug>")

export interface PlacedPolicy {
  readonly place: string
  readonly settings: Partial<PolicySettings>
}

/** The policy for a scope and category: what the category says, else the scope, else the team, else the built-in one; value by value. */
export function policyFor(policies: readonly PlacedPolicy[], of: { scope: Scope; category: string | null }): PolicySettings {
  return Object.assign({}, ...layersOf(policies, of).map((layer) => layer.settings)) as PolicySettings
}

/** A value that holds, and where it is set: a place, or "built-in". */
export interface Held<Setting extends PolicySetting = PolicySetting> {
  readonly value: PolicySettings[Setting]
  readonly from: string
}

export type HeldPolicy = { readonly [Setting in PolicySetting]: Held<Setting> }

/** What holds in a place, value by value, with where each comes from. A category's memory is shown as a project's, which it is. */
export function policyAt(policies: readonly PlacedPolicy[], place: string): HeldPolicy {
  const layers = layersAt(policies, place)
  const held = (setting: PolicySetting): Held => {
    const layer = layers.findLast((one) => one.settings[setting] !== undefined) ?? BOTTOM
    return { value: layer.settings[setting] as Held["value"], from: layer.place }
  }
  return Object.fromEntries(POLICY_SETTINGS.map((setting) => [setting, held(setting)])) as unknown as HeldPolicy
}

const BOTTOM: PlacedPolicy = { place: "built-in", settings: DEFAULT_POLICY }

/** From the most general to the most particular: each wins over those before it. */
function layersOf(policies: readonly PlacedPolicy[], { scope, category }: { scope: Scope | null; category: string | null }): PlacedPolicy[] {
  const at = (place: string) => policies.filter((one) => one.place === place)
  const scoped = scope === null ? [] : [{ place: "built-in", settings: BUILT_IN[`scope:${scope}`] ?? {} }, ...at(`scope:${scope}`)]
  return [BOTTOM, ...at("team"), ...scoped, ...(category === null ? [] : at(`category:${category}`))]
}

function layersAt(policies: readonly PlacedPolicy[], place: string): PlacedPolicy[] {
  const [kind, name = ""] = [place.split(":")[0], place.slice(place.indexOf(":") + 1)]
  if (kind === "category") return layersOf(policies, { scope: "project", category: name })
  return layersOf(policies, { scope: kind === "scope" ? (name as Scope) : null, category: null })
}

export const UNKNOWN_CONFIDENCE = 0.5
/** Of what a curator approved though nobody said how sure it is. */
export const APPROVED_CONFIDENCE = 0.8
