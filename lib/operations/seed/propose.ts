import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { changeSeedPlan, lockSeedPlan, type SeedPlanRow, type StoredPlacement } from "@/lib/db/seed/plans"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { WrittenChange } from "@/lib/memory/proposals/written-change"
import { type InFile, isInFile } from "@/lib/memory/seed/budget"
import { headingsOf } from "@/lib/memory/seed/seeded-file"
import { addTogether, type Together } from "../proposals/decisions/add-together"
import { type Asked, prepareProposal, proposeInput, settle } from "../proposals/create"
import { type Target, targetOfFile } from "../proposals/target"
import type { VisiblePlan } from "./place"
import { stillWaits } from "./plan"
import type { Ready } from "./ready"
import { seedingOn, type StandingTarget } from "./standing-target"
import type { Applied } from "./seed-outputs"

/** A proposal for each entry: the memory says something already, or several people have to approve what is written there. */
export async function proposeSeed(
  actor: Actor,
  { team, row }: VisiblePlan,
  { version, reason, target, placements, left }: Ready,
  now: Date,
): Promise<Outcome<Applied>> {
  const into = await targetFor(row, target)
  if (into === null) return refused("conflict", `${row.path} no longer exists: make the plan again`)
  const heading = headingsOf(seedingOn(target, row))
  const project = { id: row.projectId, slug: row.projectSlug, name: row.projectName }
  const planned: Together[] = []
  const kept: Applied["left"] = [...left]
  for (const one of placements.filter(isInFile) as (StoredPlacement & InFile)[]) {
    const input = proposeInput.parse({
      reason: `Seeded from ${one.path}:${one.line} of ${one.from}: ${one.reason}`.slice(0, 2_000),
      evidence: `${one.path}:${one.line}`,
      confidence: one.confidence,
    })
    const asked: Asked = {
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
  if (planned.length === 0)
    return refused(
      "conflict",
      `${row.path}: nothing can be proposed: ${kept[0]?.why ?? "it already has everything"}`,
    )
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const outcome = await commit(
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
      const held = stillWaits(await lockSeedPlan(tx, team.id, row.id), version)
      if (!held.ok) return held
      const stored = await addTogether(tx, planned)
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
        left: kept,
      })
    },
  )
  if (outcome.ok)
    for (const { asked, prepared } of planned)
      if (outcome.value.proposals.includes(prepared.row.id)) await settle(actor, asked, prepared)
  return outcome
}

/** What is handed on keeps its date, also where the file dates nothing by itself. */
function additionOf({ text, date }: StoredPlacement, section: string | null): ProposedChange {
  const change = { kind: "add" as const, section, text, date }
  const again: WrittenChange = { ...change, id: newId() }
  return date === null ? change : again
}

async function targetFor(row: SeedPlanRow, { head, reading, base }: StandingTarget): Promise<Target | null> {
  if (head !== null) return targetOfFile(row.teamId, head.id)
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
