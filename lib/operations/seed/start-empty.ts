import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findAgent } from "@/lib/db/agents/agent-names"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { lockPlaces } from "@/lib/db/sources/running-imports"
import { markAgentNamed, agentsWithoutMemory } from "@/lib/db/seed/agents"
import { addSeedPlan, changeSeedPlan, findSeedPlan, freshStarts, lockSeedPlan } from "@/lib/db/seed/plans"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import { operation } from "../operation"
import { type ProposalPlace, proposalPlace } from "../proposals/proposal-place"
import { optedOutMessage } from "../sessions/session-place"
import { decisionRight, describePlan, policyPlaceOf } from "./describe"
import { NO_PLAN, visiblePlan } from "./seed-plans"
import { checkStillWaiting } from "./plan-seeding"
import { type SeedTarget, seedTargets } from "./target"
import { plan } from "./seed-outputs"

const reason = z.string().trim().max(500).optional()

export const startEmpty = operation({
  name: "seed.fresh",
  summary: "Start an agent with empty memory. The agent's cold-agent alert is resolved.",
  method: "POST",
  path: "/seed/fresh",
  right: "curate",
  refuses: ["conflict"],
  example: { project: "portal", agent: "release-captain", reason: "New role" },
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    agent: z.string().min(1).max(200),
    reason,
  }),
  output: z.object({ plan }),
  async run(actor, { agent, reason: why, ...named }) {
    const place = await proposalPlace(actor, named, "curate")
    if (!place.ok) return place
    const { team, project } = place.value
    const now = new Date()
    const known = await findAgent(visibilityOf(actor, team.id), project.id, agent)
    if (!known)
      return refused(
        "not-found",
        `agent not found in ${project.name}: ${agent}. New agents start with empty memory by default`,
      )
    const target = await freshTarget(actor, place.value, agent, now)
    if (!target.ok) return target
    const before = (await freshStarts(visibilityOf(actor, team.id), [project.id])).find(
      (row) => row.agentName === agent,
    )
    const begun = before && (await findSeedPlan([visibilityOf(actor, team.id)], before.id))
    if (begun) return done({ plan: await describePlan(actor, team, begun) })
    if (
      !(await agentsWithoutMemory(visibilityOf(actor, team.id, project.id))).some(({ id }) => id === known.id)
    )
      return refused("conflict", `${agent} already has memory. To start empty, clear the memory first`)
    const saved = await saveFreshStart(actor, place.value, { agent, target: target.value, why, now })
    if (!saved.ok) return saved
    const row = await findSeedPlan([visibilityOf(actor, team.id)], saved.value)
    return row ? done({ plan: await describePlan(actor, team, row) }) : NO_PLAN
  },
})

/**
 * Returns the memory of the agent. Refuses if the agent opted out or the actor may not decide on its memory.
 */
async function freshTarget(
  actor: Actor,
  { team, project }: ProposalPlace,
  agent: string,
  now: Date,
): Promise<Outcome<SeedTarget>> {
  const targets = await seedTargets(
    { team, project, today: now.toISOString().slice(0, 10) },
    { agents: [agent], into: "agent" },
  )
  if (!targets.ok) return targets
  const [found] = targets.value
  if (found === undefined) return NO_PLAN
  if (found.optedOut.length > 0) return refused("forbidden", optedOutMessage(agent))
  const may = await decisionRight(actor, team.id, {
    scope: "project",
    projectSlug: project.slug,
    category: null,
    agentCategory: found.category?.slug ?? null,
    agent,
  })
  return may.decide
    ? done(found)
    : refused("forbidden", may.why ?? "you do not have permission to review seed plans here")
}

interface FreshStart {
  readonly agent: string
  readonly target: SeedTarget
  readonly why: string | undefined
  readonly now: Date
}

/** Stores the decision to start empty as a plan without entries. Returns the id of the plan. */
function saveFreshStart(
  actor: Actor,
  { team, project }: ProposalPlace,
  { agent, target, why, now }: FreshStart,
): Promise<Outcome<string>> {
  const id = newId()
  const event = {
    kind: "seed.fresh",
    teamId: team.id,
    subject: agent,
    detail: { seeds: [{ id, state: "fresh" }], project: project.name },
  }
  return commit(actor, event, async (tx) => {
    await lockPlaces(tx, team.id, [`${project.name}/${target.target.path}`])
    const other = (await freshStarts(visibilityOf(actor, team.id), [project.id], tx)).find(
      (row) => row.agentName === agent,
    )
    if (other)
      return refused(
        "conflict",
        `already decided by ${other.decidedBy ?? other.authorName}: ${agent} starts with empty memory`,
      )
    await addSeedPlan(
      tx,
      {
        teamId: team.id,
        id,
        projectId: project.id,
        agentName: agent,
        category: target.category?.slug ?? null,
        roles: target.roles,
        predecessors: [],
        placements: [],
        budget: 100,
        lines: 0,
        path: target.target.path,
        format: target.format,
        fileId: null,
        state: "fresh",
        by: { kind: actor.kind, id: actor.id, name: actor.name },
        reason: why || null,
        decided: true,
      },
      now,
    )
    await markAgentNamed(tx, team.id, project.id, agent)
    return done(id)
  })
}

export const dropSeed = operation({
  name: "seed.drop",
  summary: "Discard a seed plan. None of its entries are written.",
  method: "POST",
  path: "/seed/plans/{plan}/drop",
  right: "curate",
  refuses: ["conflict"],
  input: z.object({ plan: z.string(), reason }),
  output: z.object({ plan }),
  async run(actor, input) {
    const found = await visiblePlan(actor, input.plan, "curate")
    if (!found.ok) return found
    const { team, row } = found.value
    const may = await decisionRight(actor, team.id, policyPlaceOf(row))
    if (!may.decide)
      return refused("forbidden", may.why ?? "you do not have permission to review seed plans here")
    const dropped = await commit(
      actor,
      {
        kind: "seed.drop",
        teamId: team.id,
        subject: row.path,
        detail: { seeds: [{ id: row.id, state: "dropped" }] },
      },
      async (tx) => {
        const held = checkStillWaiting(await lockSeedPlan(tx, team.id, row.id), null)
        if (!held.ok) return held
        await changeSeedPlan(
          tx,
          held.value,
          { state: "dropped", reason: input.reason || null },
          { by: { id: actor.id, name: actor.name }, at: new Date() },
        )
        return done(null)
      },
    )
    if (!dropped.ok) return dropped
    const again = await findSeedPlan([visibilityOf(actor, team.id)], row.id)
    return again ? done({ plan: await describePlan(actor, team, again) }) : NO_PLAN
  },
})
