import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { noteApproved } from "@/lib/db/memory-files/verifications"
import { forgottenAmong } from "@/lib/db/memory-files/forgotten-entries"
import { ensuredAgent, markAgentNamed, removeSeededAgent } from "@/lib/db/seed/agents"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { lockCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { lockPlaces } from "@/lib/db/sources/running-imports"
import { changeSeedPlan, lockSeedPlan, type SeedPlanRow, waitingSeedPlan } from "@/lib/db/seed/plans"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { isIncluded } from "@/lib/memory/seed/plan"
import { seedText } from "@/lib/memory/seed/seeded-file"
import { roleOfNewFile } from "@/lib/memory/memory-files/topic-files"
import { holdProposals, lockProposals } from "@/lib/db/proposals/proposals"
import { operation } from "../operation"
import { emptyHead } from "../proposals/file-writing"
import { hashOfStatement } from "../infra/statement-hash"
import { whyNotDirectly } from "../policies/places"
import { reviseHead } from "../writing/revise-head"
import { closeProposals } from "../proposals/decisions/decision"
import { revertDecision } from "../reverts/run"
import { policyPlaceOf, decisionRight } from "./describe"
import { visiblePlan, type VisiblePlan, NO_PLAN } from "./seed-plans"
import { checkStillWaiting } from "./plan-seeding"
import { proposeSeed, type ReadyPlan, readyToApply, whatChanged } from "./ready-plan"
import { findTarget, seedingOn, type CurrentTarget } from "./target"
import { type Applied, applied, SEED_STATES } from "./seed-outputs"

const MOST_REASON = 500

export const applySeed = operation({
  name: "seed.apply",
  summary:
    "Apply a seed plan as one revision if there is no memory yet, or as proposals if the memory already has entries. Either the whole plan is applied or nothing is.",
  method: "POST",
  path: "/seed/plans/{plan}/apply",
  right: "curate",
  version: { base: "version" },
  refuses: ["conflict"],
  input: z.object({
    plan: z.string(),
    version: z.coerce.number().int().min(1).describe("The version of the plan you saw"),
    reason: z.string().trim().max(MOST_REASON).optional(),
    proposals: z
      .boolean()
      .default(false)
      .describe("Create proposals if entries have been added to the memory since the plan was created"),
  }),
  output: applied,
  async run(actor, input) {
    const found = await visiblePlan(actor, input.plan, "curate")
    if (!found.ok) return found
    const ready = await readyToApply(actor, found.value, input)
    if (!ready.ok) return ready
    return ready.value.asProposals
      ? proposeSeed(actor, found.value, ready.value, new Date())
      : writeSeeded(actor, found.value, ready.value, new Date())
  },
})

/** Writes the plan as one revision. Creates the file and the agent if they do not exist. */
function writeSeeded(
  actor: Actor,
  { team, row }: VisiblePlan,
  ready: ReadyPlan,
  now: Date,
): Promise<Outcome<Applied>> {
  return commit(
    actor,
    (value: Applied) => ({
      kind: "seed.apply",
      teamId: team.id,
      subject: row.path,
      detail: { seeds: [{ id: row.id, state: "applied" }], entries: value.entries, project: row.projectName },
    }),
    async (tx) => {
      await lockPlaces(tx, team.id, [`${row.projectName}/${row.path}`])
      const held = checkStillWaiting(await lockSeedPlan(tx, team.id, row.id), ready.version)
      if (!held.ok) return held
      const { target, placements } = ready
      const again = await findTarget(row, tx)
      if (again.head?.revision !== target.head?.revision || again.base !== target.base)
        return refused(
          "stale",
          `${row.path} has changed in the meantime. Nothing was written. Review the plan again`,
        )
      const since = await whyChangedSince(tx, actor, row, placements)
      if (since !== null) return refused("stale", `${since}. Nothing was written. Review the plan again`)
      return writePlacements(tx, actor, row, { ...ready, target: again, now })
    },
  )
}

async function writePlacements(
  tx: Tx,
  actor: Actor,
  row: SeedPlanRow,
  { target, placements, reason, left, now }: ReadyPlan & { readonly now: Date },
): Promise<Outcome<Applied>> {
  const { teamId, projectId, agentName, category } = row
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const written = seedText(seedingOn(target, row), placements)
  if (!written.ok) return refused("invalid", `${row.path}: ${written.why}`)
  const madeAgent =
    agentName !== null && (await ensuredAgent(tx, teamId, { projectId, name: agentName, category })).made
  const head = await headOf(tx, row, target)
  if (!head) return refused("conflict", `${row.path} could not be created. Try again`)
  const why = `Seeded from ${sourceWords(row)}${reason === null ? "" : `: ${reason}`}`
  const revised = await reviseHead(
    tx,
    teamId,
    { head, entries: target.entries, reading: target.reading },
    { text: written.text, reason: why.slice(0, MOST_REASON), by, now },
  )
  if (!revised.ok) return revised
  const { revision } = revised.value
  const ids = [...written.at.values()].flatMap((at) => revised.value.ids[at] ?? [])
  await noteApproved(
    tx,
    teamId,
    ids.map((id) => ({ id, confidence: null })),
    { projectId, day: now.toISOString().slice(0, 10) },
  )
  await changeSeedPlan(
    tx,
    row,
    {
      state: "applied",
      fileId: head.id,
      revision,
      madeAgent,
      placements,
      lines: written.lines,
      reason,
    },
    { by, at: now },
  )
  return done({
    plan: row.id,
    state: "applied" as const,
    file: head.id,
    revision,
    proposals: [],
    path: row.path,
    entries: written.at.size,
    left,
  })
}

/** Returns why the plan can no longer be written, or null. */
async function whyChangedSince(
  tx: Tx,
  actor: Actor,
  row: SeedPlanRow,
  placements: ReadyPlan["placements"],
): Promise<string | null> {
  const [changed] = await whatChanged({ teamId: row.teamId, placements }, tx)
  if (changed !== undefined) return changed
  const [forgotten] = await forgottenAmong(
    visibilityOf(actor, row.teamId),
    row.projectId,
    placements.filter(isIncluded).map(({ text }) => hashOfStatement(text)),
    tx,
  )
  if (forgotten !== undefined)
    return `one of the entries has since been forgotten in this project by ${forgotten.byName}`
  return whyNotDirectly(actor, row.teamId, policyPlaceOf(row), tx)
}

/** Returns the locked file to write: the current file, a removed file at the path, or a new file. */
async function headOf(tx: Tx, row: SeedPlanRow, { head, gone, base }: CurrentTarget) {
  const there = head ?? gone
  if (there !== null) {
    const held = await lockCurrentFile(tx, row.teamId, there.id)
    return held && { ...held, state: "present" }
  }
  const place = {
    fileId: null,
    path: row.path,
    format: row.format,
    scope: "project" as const,
    agent: row.agentName,
    category: row.agentName === null ? row.category : null,
    project: row.projectName,
    projectId: row.projectId,
  }
  return emptyHead(tx, row.teamId, place, { text: base, role: roleOfNewFile(place) })
}

/** Returns the sources as text, such as "architect/MEMORY.md of architect and 2 more". */
export function sourceWords({ predecessors }: Pick<SeedPlanRow, "predecessors">): string {
  const [first, ...others] = predecessors.map(({ path, agent, project }) =>
    agent === null ? `${path} in ${project}` : `${path} of ${agent}`,
  )
  return others.length === 0 ? (first ?? "nothing") : `${first} and ${others.length} more`
}

const undone = z.object({
  plan: z.string(),
  state: z.enum(SEED_STATES),
  withdrawn: z.number().describe("Number of the plan's pending proposals that were withdrawn"),
  stays: z.string().nullable().describe("What still exists, and why"),
})
type Undone = z.input<typeof undone>

export const undoSeed = operation({
  name: "seed.undo",
  summary:
    "Undo a decision on a seed plan. Its revision is reverted, pending proposals are withdrawn, an agent set to start empty is cold again, and a discarded plan is pending again.",
  method: "POST",
  path: "/seed/plans/{plan}/undo",
  right: "curate",
  refuses: ["conflict"],
  input: z.object({ plan: z.string() }),
  output: undone,
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
