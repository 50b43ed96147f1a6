import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { changeSeedPlan, lockSeedPlan, type SeedPlanRow, type StoredPlacement } from "@/lib/db/seed/plans"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { WrittenChange } from "@/lib/memory/proposals/written-change"
import { type IncludedPlacement, isIncluded } from "@/lib/memory/seed/plan"
import { headingsOf } from "@/lib/memory/seed/seeded-file"
import { storeChecked, type ProposalToStore } from "../proposals/decisions/store-checked-proposals"
import { type ProposalRequest, prepareProposal, proposeInput, completeProposal } from "../proposals/create"
import { type Target, targetOfFile } from "../proposals/target"
import type { VisiblePlan } from "./seed-plans"
import { checkStillWaiting } from "./plan-seeding"
import type { ReadyPlan } from "./ready"
import { seedingOn, type CurrentTarget } from "./current-target"
import type { Applied } from "./seed-outputs"

/**
 * Applies a plan as one proposal for each entry. Used if the memory already has entries, or if a policy
 * requires several approvals.
 */
export async function proposeSeed(
  actor: Actor,
  plan: VisiblePlan,
  ready: ReadyPlan,
  now: Date,
): Promise<Outcome<Applied>> {
  const { row } = plan
  const into = await targetFor(row, ready.target)
  if (into === null) return refused("conflict", `${row.path} no longer exists. Create the plan again`)
  const prepared = await prepareEntries(actor, plan, ready, { into, now })
  if (!prepared.ok) return prepared
  const { planned, left } = prepared.value
  if (planned.length === 0)
    return refused(
      "conflict",
      `${row.path}: nothing can be proposed: ${left[0]?.why ?? "the memory already contains all of these entries"}`,
    )
  const outcome = await storeProposed(actor, plan, { ...ready, left }, { planned, into, now })
  if (outcome.ok)
    for (const { asked, prepared: one } of planned)
      if (outcome.value.proposals.includes(one.row.id)) await completeProposal(actor, asked, one)
  return outcome
}

interface PreparedEntries {
  readonly planned: ProposalToStore[]
  /** Entries that are not proposed, with the reason. */
  readonly left: Applied["left"]
}

async function prepareEntries(
  actor: Actor,
  { team, row }: VisiblePlan,
  { target, placements, left }: ReadyPlan,
  { into, now }: { readonly into: Target; readonly now: Date },
): Promise<Outcome<PreparedEntries>> {
  const heading = headingsOf(seedingOn(target, row))
  const project = { id: row.projectId, slug: row.projectSlug, name: row.projectName }
  const planned: ProposalToStore[] = []
  const kept = [...left]
  for (const one of placements.filter(isIncluded) as (StoredPlacement & IncludedPlacement)[]) {
    const input = proposeInput.parse({
      reason: `Seeded from ${one.path}:${one.line} of ${one.from}: ${one.reason}`.slice(0, 2_000),
      evidence: `${one.path}:${one.line}`,
      confidence: one.confidence,
    })
    const asked: ProposalRequest = {
      team,
      project,
      target: into,
      changes: [additionOf(one, heading(one.place, one.section))],
      input,
      now,
      known: true,
    }
    const prepared = await prepareProposal(actor, asked)
    if (prepared.ok) planned.push({ asked, prepared: prepared.value })
    else if (prepared.reason === "forbidden") return prepared
    else kept.push({ entry: one.entry, path: one.path, line: one.line, why: prepared.message })
  }
  return done({ planned, left: kept })
}

interface PlannedEntries {
  readonly planned: readonly ProposalToStore[]
  readonly into: Target
  readonly now: Date
}

function storeProposed(
  actor: Actor,
  { team, row }: VisiblePlan,
  { version, placements, reason, left }: ReadyPlan,
  { planned, into, now }: PlannedEntries,
): Promise<Outcome<Applied>> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  return commit(
    actor,
    (value: Applied) => ({
      kind: "seed.apply",
      teamId: team.id,
      subject: row.path,
      detail: {
        seeds: [{ id: row.id, state: "proposed" }],
        entries: value.entries,
        proposals: value.proposals.map((id) => ({ id, state: "waiting" })),
        project: row.projectName,
      },
    }),
    async (tx) => {
      const held = checkStillWaiting(await lockSeedPlan(tx, team.id, row.id), version)
      if (!held.ok) return held
      const stored = await storeChecked(tx, planned)
      const ids = [...new Set(planned.flatMap(({ prepared }) => stored.get(prepared.row.id)?.id ?? []))]
      await changeSeedPlan(
        tx,
        row,
        { state: "proposed", fileId: into.head?.id ?? null, proposals: ids, placements, reason },
        { by, at: now },
      )
      return done({
        plan: row.id,
        state: "proposed" as const,
        file: into.head?.id ?? null,
        revision: null,
        proposals: ids,
        path: row.path,
        entries: planned.length,
        left,
      })
    },
  )
}

/**
 * Returns the addition of an entry. A dated entry gets an id, so that it keeps its date in a format without
 * dates.
 */
function additionOf({ text, date }: StoredPlacement, section: string | null): ProposedChange {
  const change = { kind: "add" as const, section, text, date }
  const again: WrittenChange = { ...change, id: newId() }
  return date === null ? change : again
}

async function targetFor(row: SeedPlanRow, { head, reading, base }: CurrentTarget): Promise<Target | null> {
  if (head !== null) return targetOfFile(wholeTeamUnchecked(row.teamId), head.id)
  return {
    head: null,
    entries: [],
    reading,
    path: row.path,
    format: row.format,
    scope: "project",
    agent: row.agentName,
    category: row.agentName === null ? row.category : null,
    text: base,
    ownSection: null,
  }
}
