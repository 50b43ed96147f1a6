import { visibilityOf } from "@/lib/memory/teams/visibility"
import { findProposal, findProposals, waitingOfSession } from "@/lib/db/proposals/proposals"
import type { Actor } from "@/lib/memory/teams/actor"
import { type PolicySettings, policyOfMemory } from "@/lib/memory/policies/policy"
import type { ProposalKind } from "@/lib/memory/proposals/proposed-change"
import { readPolicies } from "@/lib/db/policies"
import type { SessionKey } from "@/lib/db/sessions"
import { decideTogether } from "./decide-together"
import { isMachine } from "../author"
import type { ProposalFinding } from "../proposal-outputs"
import { findingsOf } from "../summary"

interface RuleCandidate extends ProposalFacts {
  readonly teamId: string
  readonly id: string
  readonly policy: PolicySettings
}

interface ProposalFacts {
  readonly flagged: boolean
  readonly findings: readonly ProposalFinding[]
  readonly kind: ProposalKind
  readonly type: string | null
  readonly agent: string | null
  readonly confidence: number | undefined
}

/**
 * Approves a proposal of an agent or an access token if the policy's rule matches and no finding is more
 * severe than "info". Rules never approve proposals of people. Returns the new state, or null if a person has
 * to decide.
 */
export async function decideByRule(
  actor: Actor,
  { teamId, id, policy, ...facts }: RuleCandidate,
): Promise<"approved" | "merged" | null> {
  const { rule } = policy
  if (rule === null || policy.approvals > 1) return null
  if (needsPerson(actor, facts) || !matchesRule(actor, rule, facts)) return null
  const row = await findProposal(visibilityOf(actor, teamId), id, actor.id)
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

const needsPerson = (actor: Actor, { agent, flagged, findings }: ProposalFacts): boolean =>
  (agent === null && actor.kind !== "token") || flagged || findings.some((one) => one.severity !== "info")

function matchesRule(
  actor: Actor,
  rule: NonNullable<PolicySettings["rule"]>,
  { kind, confidence = 0, type, agent }: ProposalFacts,
): boolean {
  if (!rule.kinds.includes(kind) || confidence < rule.leastConfidence) return false
  const isOfType = type !== null && rule.types.includes(type)
  if (rule.types.length > 0 && !isOfType) return false
  const isOfAgent = agent !== null && isVouchedFor(actor) && rule.agents.includes(agent)
  return rule.agents.length === 0 || isOfAgent
}

/**
 * True if a person decided which agent the actor acts as. False for tokens without an agent, which can name
 * any agent, and for tokens that another token created.
 */
const isVouchedFor = (actor: Actor): boolean =>
  actor.kind !== "token" || isMachine(actor) || (actor.agent !== null && actor.ancestors.length === 0)

/**
 * Approves the proposals of an ended session that a policy held until its end, if a rule matches. Considers
 * only proposals of the same actor. Proposals that other tokens made in the session wait for a person.
 */
export async function decideHeldProposals(actor: Actor, key: SessionKey): Promise<void> {
  const policies = await readPolicies(visibilityOf(actor, key.teamId))
  if (policies.every((one) => one.settings.writesDuringWork !== "hold")) return
  const visible = visibilityOf(actor, key.teamId)
  const rows = await findProposals([visible], await waitingOfSession(visible, key), actor.id)
  for (const row of rows) {
    const policy = policyOfMemory(policies, row)
    const isOwn = row.authorKind === actor.kind && row.authorId === actor.id
    if (policy.writesDuringWork !== "hold" || !isOwn || row.comparedAt === null) continue
    await decideByRule(actor, {
      teamId: row.teamId,
      id: row.id,
      policy,
      flagged: row.flagged,
      findings: findingsOf(row),
      kind: row.kind,
      type: row.type,
      agent: row.authorAgent,
      confidence: row.confidence ?? undefined,
    })
  }
}
