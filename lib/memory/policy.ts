import { z } from "zod"
import { PROPOSAL_KINDS } from "./proposed-change"
import type { Scope } from "./scope"

/** A rule that approves without a person. Flagged proposals, and those that like or contradict something, never fall under it. */
export const approvalRule = z.object({
  kinds: z.array(z.enum(PROPOSAL_KINDS)).min(1, "choose at least one kind"),
  /** Empty: any type. */
  types: z.array(z.string().min(1).max(60)).max(20).default([]),
  /** Empty: any agent. */
  agents: z.array(z.string().min(1).max(200)).max(200).default([]),
  leastConfidence: z.number().min(0).max(1).default(0.8),
})
export type ApprovalRule = z.output<typeof approvalRule>

/** What holds for the proposals of a place. */
export const policySettings = z.object({
  /** How many people have to approve. */
  approvals: z.union([z.literal(1), z.literal(2)]),
  /** The least role that may decide. */
  decider: z.enum(["lead", "owner"]),
  /** 0–1: proposals below it are refused when they arrive. An unknown confidence counts as 0.5. */
  leastConfidence: z.number().min(0).max(1),
  /** Days after which a waiting proposal expires. */
  days: z.int().min(1).max(365),
  /** How many proposals of one agent may wait at a time. */
  waitingPerAgent: z.int().min(1).max(100_000),
  /** Null: nothing is approved without a person. */
  rule: approvalRule.nullable(),
})
export type PolicySettings = z.output<typeof policySettings>

export const DEFAULT_POLICY: PolicySettings = { approvals: 1, decider: "lead", leastConfidence: 0, days: 30, waitingPerAgent: 1_000, rule: null }

/** Global memory reaches everyone: "rare, high confidence only". Source: the memory protocol, "Scopes". */
const BUILT_IN: Readonly<Record<string, Partial<PolicySettings>>> = { "scope:global": { leastConfidence: 0.9 } }

/** "team", "scope:project", "category:architecture". */
export const policyPlace = z.string().regex(/^(?:team|scope:(?:global|team|project|session)|category:.{1,100})$/u, "name team, scope:<scope> or category:<slug>")

export interface PlacedPolicy {
  readonly place: string
  readonly settings: Partial<PolicySettings>
}

/** The policy for a scope and category: what the category says, else the scope, else the team, else the built-in one; value by value. */
export function policyFor(policies: readonly PlacedPolicy[], { scope, category }: { scope: Scope; category: string | null }): PolicySettings {
  const at = (place: string) => policies.find((one) => one.place === place)?.settings
  return { ...DEFAULT_POLICY, ...at("team"), ...BUILT_IN[`scope:${scope}`], ...at(`scope:${scope}`), ...(category === null ? {} : at(`category:${category}`)) }
}

export const UNKNOWN_CONFIDENCE = 0.5
