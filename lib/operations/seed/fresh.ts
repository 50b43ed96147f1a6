import { z } from "zod"
import { findAgent } from "@/lib/db/agents/agent-names"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { lockPlaces } from "@/lib/db/sources/imports"
import { markAgentNamed } from "@/lib/db/seed/agents"
import { coldAgents } from "@/lib/db/seed/memories"
import { addSeedPlan, changeSeedPlan, findSeedPlan, freshStarts, lockSeedPlan } from "@/lib/db/seed/plans"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/place"
import { optedOutMessage } from "../sessions/opted-out"
import { decisionRight, describePlan, policyPlaceOf } from "./describe"
import { NO_PLAN, visiblePlan } from "./place"
import { stillWaits } from "./plan"
import { seedTargets } from "./target"
import { plan } from "./seed-outputs"

const reason = z.string().trim().max(500).optional()

export const beginFresh = operation({
  name: "seed.fresh",
  summary: "Start an agent with an empty memory. The alert for a cold agent resolves.",
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
    const known = await findAgent(team.id, project.id, agent)
    if (!known)
      return refused(
        "not-found",
        `agent not found in ${project.name}: ${agent}. It starts with an empty memory anyway`,
      )
    const targets = await seedTargets(
      { team, project, today: now.toISOString().slice(0, 10) },
      { agents: [agent], into: "agent" },
    )
    if (!targets.ok) return targets
    const [found] = targets.value
    if (found === undefined) return NO_PLAN
    if (found.optedOut.length > 0) return refused("forbidden", optedOutMessage(agent))
    const category = found.category?.slug ?? null
    const may = await decisionRight(actor, team.id, {
      scope: "project",
      projectSlug: project.slug,
      category: null,
      agentCategory: category,
      agent,
    })
    if (!may.decide) return refused("forbidden", may.why ?? "you may not decide here")
    const before = (await freshStarts(team.id, [project.id])).find((row) => row.agentName === agent)
    const begun = before && (await findSeedPlan([team.id], before.id))
    if (begun) return done({ plan: await describePlan(actor, team, begun) })
    if (!(await coldAgents(team.id, project.id)).some(({ id }) => id === known.id))
      return refused("conflict", `${agent} has memory: clear it first to start empty`)
    const id = newId()
    const by = { kind: actor.kind, id: actor.id, name: actor.name }
    const saved = await commit(
      actor,
      {
        kind: "seed.fresh",
        teamId: team.id,
        subject: agent,
        detail: { seeds: [{ id, state: "fresh" }], project: project.name },
      },
      async (tx) => {
        await lockPlaces(tx, team.id, [`${project.name}/${found.target.path}`])
        const [other] = (await freshStarts(team.id, [project.id], tx)).filter(
          (row) => row.agentName === agent,
        )
        if (other)
          return refused(
            "conflict",
            `already decided by ${other.decidedBy ?? other.authorName}: ${agent} starts with an empty memory`,
          )
        await addSeedPlan(
          tx,
          {
            teamId: team.id,
            id,
            projectId: project.id,
            agentName: agent,
            category,
            roles: found.roles,
            predecessors: [],
            placements: [],
            budget: 100,
            lines: 0,
            path: found.target.path,
            format: found.format,
            fileId: null,
            state: "fresh",
            by,
            reason: why || null,
            decided: true,
          },
          now,
        )
        await markAgentNamed(tx, team.id, project.id, agent)
        return done(null)
      },
    )
    if (!saved.ok) return saved
    const row = await findSeedPlan([team.id], id)
    return row ? done({ plan: await describePlan(actor, team, row) }) : NO_PLAN
  },
})

export const dropSeed = operation({
  name: "seed.drop",
  summary: "Discard a seed plan: nothing of it is written.",
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
    if (!may.decide) return refused("forbidden", may.why ?? "you may not decide here")
    const dropped = await commit(
      actor,
      {
        kind: "seed.drop",
        teamId: team.id,
        subject: row.path,
        detail: { seeds: [{ id: row.id, state: "dropped" }] },
      },
      async (tx) => {
        const held = stillWaits(await lockSeedPlan(tx, team.id, row.id), null)
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
    const again = await findSeedPlan([team.id], row.id)
    return again ? done({ plan: await describePlan(actor, team, again) }) : NO_PLAN
  },
})
