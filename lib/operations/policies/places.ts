import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { placedAgent } from "@/lib/db/agents/agent-names"
import { isCategory } from "@/lib/db/agents/categories"
import type { Tx } from "@/lib/db/infra/commit"
import { isPersonOf } from "@/lib/db/teams/members"
import { isProject } from "@/lib/db/teams/projects-and-agents"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { readPlace } from "@/lib/memory/policies/policy-place"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { readPolicies } from "@/lib/db/policies"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import {
  policyOfMemory,
  type StoredPlace,
  distinguishedMemories,
  type PlacedPolicy,
  policyFor,
} from "@/lib/memory/policies/policy"
import type { PlacedStaleness } from "@/lib/db/staleness"
import { datePlusDays } from "@/lib/memory/policies/effective-settings"

/**
 * Returns a refusal if a place does not belong to this team, or null. A policy of a misspelled place would
 * never take effect.
 */
export async function whyNotOfTeam(visible: Visibility, place: string, tx?: Tx): Promise<Refusal | null> {
  const named = readPlace(place)
  if (named.kind === "category" && !(await isCategory(visible, named.category, tx)))
    return refused("not-found", `place: category not found in this team: ${named.category}`)
  if ((named.kind === "project" || named.kind === "agent") && !(await isProject(visible, named.project, tx)))
    return refused("not-found", `place: project not found in this team: ${named.project}`)
  if (named.kind === "agent" && !(await placedAgent(visible, named, tx)))
    return refused("not-found", `place: agent not found in ${named.project}: ${named.agent}`)
  return null
}

/**
 * Returns the slug of the category of a place's agent. Null for other places and for an agent without a
 * category.
 */
export async function categoryAt(visible: Visibility, place: string): Promise<string | null> {
  const named = readPlace(place)
  return named.kind === "agent" ? ((await placedAgent(visible, named))?.category ?? null) : null
}

/**
 * Returns a refusal if no member of the team has this address, or null. Without a team, any account on the
 * deployment is accepted.
 */
export async function whyNotOwner(tx: Tx, teamId: string | null, email: string): Promise<Refusal | null> {
  if (await isPersonOf(tx, teamId, email)) return null
  return refused(
    "invalid",
    teamId === null
      ? `alertOwner: no account uses the email address ${email}. Invite this person first, or choose a person with an account`
      : `alertOwner: no member of this team uses the email address ${email}. Invite this person first, or choose a member`,
  )
}

/**
 * Returns why a curator may not write to a file without a proposal. Null if the policy allows one person to
 * do so.
 */
export async function whyNotDirectly(
  actor: Actor,
  teamId: string,
  head: Pick<CurrentFile, "path"> & StoredPlace,
  tx?: Tx,
): Promise<string | null> {
  const policy = policyOfMemory(await readPolicies(visibilityOf(actor, teamId), tx), head)
  if (policy.approvals > 1)
    return `${head.path}: ${policy.approvals} approvals are required here. Propose the change instead`
  return whyMayNotReject(actor, { teamId, policy })
}

/**
 * Returns, for each place whose policies state staleness, the day before which its entries are stale, in
 * general and by type. Null means never.
 */
export function stalenessByPlace(policies: readonly PlacedPolicy[], now: Date): PlacedStaleness[] {
  const today = now.toISOString()
  const before = (days: number | null) => (days === null ? null : datePlusDays(today, -days))
  return distinguishedMemories(
    policies.filter(
      ({ settings }) => settings.staleDays !== undefined || settings.staleDaysByType !== undefined,
    ),
  ).map((whose) => {
    const { staleDays, staleDaysByType } = policyFor(policies, whose)
    return {
      ...whose,
      before: before(staleDays),
      byType: Object.fromEntries(Object.entries(staleDaysByType).map(([type, days]) => [type, before(days)])),
    }
  })
}
