import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { lockPlaces } from "@/lib/db/sources/running-imports"
import { holdProposals, lockProposals } from "@/lib/db/proposals/proposals"
import { markAgentNamed, removeSeededAgent } from "@/lib/db/seed/agents"
import { changeSeedPlan, lockSeedPlan, type SeedPlanRow, waitingSeedPlan } from "@/lib/db/seed/plans"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { closeProposals } from "../proposals/decisions/decision"
import { revertDecision } from "../reverts/run"
import { NO_PLAN, visiblePlan, type VisiblePlan } from "./seed-plans"
import { decisionRight, policyPlaceOf } from "./describe"
import { SEED_STATES } from "./seed-outputs"

const output = z.object({
  plan: z.string(),
  state: z.enum(SEED_STATES),
  withdrawn: z.number().describe("Number of the plan's pending proposals that were withdrawn"),
  stays: z.string().nullable().describe("What still exists, and why"),
})
type Undone = z.input<typeof output>

export const undoSeed = operation({
  name: "seed.undo",
  summary:
    "Undo a decision on a seed plan. Its revision is reverted, pending proposals are withdrawn, an agent set to start empty is cold again, and a discarded plan is pending again.",
  method: "POST",
  path: "/seed/plans/{plan}/undo",
  right: "curate",
  refuses: ["conflict"],
  input: z.object({ plan: z.string() }),
  output,
  async run(actor, input) {
    const found = await visiblePlan(actor, input.plan, "curate")
    if (!found.ok) return found
    const { team, row } = found.value
    const may = await decisionRight(actor, team.id, policyPlaceOf(row))
    if (!may.decide)
      return refused("forbidden", may.why ?? "you do not have permission to review seed plans here")
    if (row.state === "waiting" || row.state === "undone")
      return refused(
        "conflict",
        row.state === "waiting"
          ? "the plan is still pending, so there is nothing to undo"
          : "the decision has already been undone",
      )
    if (row.state === "applied") {
      const back = await revertDecision(
        actor,
        { team: team.slug, of: { seed: row.id } },
        { changedByOthers: "refuse" },
      )
      if (!back.ok) return back
    }
    return settle(actor, found.value)
  },
})

function settle(actor: Actor, { team, row }: VisiblePlan): Promise<Outcome<Undone>> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  return commit(
    actor,
    (value: Undone) => ({
      kind: "seed.undo",
      teamId: team.id,
      subject: row.path,
      detail: {
        seeds: [{ id: row.id, state: value.state }],
        was: row.state,
        ...(row.state === "proposed"
          ? { proposals: row.proposals.map((id) => ({ id, state: "withdrawn" })) }
          : {}),
      },
    }),
    async (tx) => {
      if (row.state === "proposed") await lockProposals(tx, team.id, row.proposals)
      if (row.state === "dropped") await lockPlaces(tx, team.id, [`${row.projectName}/${row.path}`])
      const held = await lockSeedPlan(tx, team.id, row.id)
      if (held === null) return NO_PLAN
      if (held.state !== row.state)
        return refused("stale", "someone else changed the plan in the meantime. Open the plan again")
      const now = { by, at: new Date() }
      if (row.state === "dropped") {
        const other = await waitingSeedPlan(tx, team.id, { projectId: row.projectId, path: row.path })
        if (other)
          return refused(
            "conflict",
            `another plan for ${row.path} is pending. Apply or discard that plan first`,
            {
              plan: other.id,
            },
          )
        await changeSeedPlan(tx, row, { state: "waiting", reason: null }, null)
        return done({ plan: row.id, state: "waiting" as const, withdrawn: 0, stays: null })
      }
      const { withdrawn, decided } =
        row.state === "proposed" ? await withdraw(tx, actor, row) : { withdrawn: 0, decided: 0 }
      await changeSeedPlan(tx, row, { state: "undone" }, now)
      if (row.state === "fresh" && row.agentName !== null)
        await markAgentNamed(tx, team.id, row.projectId, row.agentName)
      return done({
        plan: row.id,
        state: "undone" as const,
        withdrawn,
        stays: (await agentThatStays(tx, row)) ?? proposalsThatStay(decided),
      })
    },
  )
}

async function withdraw(
  tx: Tx,
  actor: Actor,
  row: SeedPlanRow,
): Promise<{ withdrawn: number; decided: number }> {
  const rows = await holdProposals(tx, row.teamId, row.proposals, actor.id)
  const waiting = rows.filter(({ state }) => state === "waiting")
  await closeProposals(tx, actor, waiting, { verdict: "withdrawn", reason: "Its seed plan was undone" })
  return {
    withdrawn: waiting.length,
    decided: rows.filter(({ state }) => state === "approved" || state === "merged").length,
  }
}

/**
 * Removes the agent that the plan created, unless other data refers to it. Returns a message if the agent is
 * kept, else null.
 */
async function agentThatStays(
  tx: Tx,
  { state, teamId, projectId, agentName, madeAgent, fileId }: SeedPlanRow,
): Promise<string | null> {
  if (state !== "applied" || !madeAgent || agentName === null) return null
  const why = await removeSeededAgent(tx, teamId, { projectId, name: agentName, fileId })
  return why === null ? null : `agent ${agentName} was kept: ${why}`
}

const proposalsThatStay = (decided: number): string | null =>
  decided === 0
    ? null
    : `${decided} of the plan's proposals ${decided === 1 ? "was" : "were"} approved and ${decided === 1 ? "remains in effect" : "remain in effect"}. Undo ${decided === 1 ? "it" : "each"} separately`
