import { findProposal } from "@/lib/db/proposals/list"
import type { Actor } from "@/lib/memory/teams/actor"
import type { PolicySettings } from "@/lib/memory/policies/policy"
import type { ProposalKind } from "@/lib/memory/proposals/proposed-change"
import { decideTogether } from "./decide"
import { isMachine } from "../author"
import type { ProposalFinding } from "../proposal-outputs"

interface Ruled {
  readonly teamId: string
  readonly id: string
  readonly policy: PolicySettings
  readonly flagged: boolean
  readonly findings: readonly ProposalFinding[]
  readonly kind: ProposalKind
  readonly type: string | null
  readonly agent: string | null
  readonly confidence: number | undefined
}

/** Approves what an agent or an access token asks for by the policy's rule, where it has one and nothing speaks against it: another person decides what a person proposes. Returns the state then, or null where a person decides. */
export async function decideByRule(
  actor: Actor,
  { teamId, id, policy, ...asked }: Ruled,
): Promise<"approved" | "merged" | null> {
  const { rule } = policy
  if (
    rule === null ||
    (asked.agent === null && actor.kind !== "token") ||
    policy.approvals > 1 ||
    asked.flagged ||
    asked.findings.some((one) => one.severity !== "info")
  )
    return null
  if (!rule.kinds.includes(asked.kind) || (asked.confidence ?? 0) < rule.leastConfidence) return null
  if (rule.types.length > 0 && !(asked.type !== null && rule.types.includes(asked.type))) return null
  if (
    rule.agents.length > 0 &&
    !(asked.agent !== null && isVouchedFor(actor) && rule.agents.includes(asked.agent))
  )
    return null
  const row = await findProposal([teamId], id, actor.id)
  if (!row) return null
  const name = `${rule.kinds.join(", ")} with a confidence of at least ${rule.leastConfidence}`
  const outcome = await decideTogether(actor, {
    teamId,
    items: [{ id, shown: row.shown }],
    verdict: "approve",
    reason: `Policy rule: ${name}`,
    rule: name,
  })
  const state = outcome.ok ? outcome.value[0]?.state : null
  return state === "approved" || state === "merged" ? state : null
}

/** True if a person says that the actor speaks for its agent. A token that is bound to no agent may name any, and one that a token minted was bound by that token. */
const isVouchedFor = (actor: Actor): boolean =>
  actor.kind !== "token" || isMachine(actor) || (actor.agent !== null && actor.ancestors.length === 0)
