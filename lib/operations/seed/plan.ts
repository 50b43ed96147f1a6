import { z } from "zod"
import { commit } from "@/lib/db/commit"
import { newId } from "@/lib/db/identifiers"
import { holdPlaces } from "@/lib/db/imports"
import { addSeedPlan, changeSeedPlan, findSeedPlan, type SeedPlanRow, waitingSeedPlan } from "@/lib/db/seed-plans"
import type { Actor } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { BY_HAND, isInFile } from "@/lib/memory/seed/budget"
import { methodByDefault } from "../coach/sorting"
import { operation } from "../operation"
import type { ProposalPlace } from "../proposals/place"
import { optedOutMessage } from "../sessions/opted-out"
import { describePlan } from "./describe"
import type { Draft } from "./draft"
import { draftSeeds } from "./preview"
import { plan, seedInput } from "./views"

export const planSeeding = operation({
  name: "seed.plan",
  summary: "Keep what was previewed as a plan that waits for a person. A plan of before for the same memory is replaced, as long as nobody moved anything in it by hand.",
  method: "POST",
  path: "/seed/plans",
  right: "propose",
  refuses: ["conflict"],
  example: { project: "ledger", agents: ["contract-tester", "regression-tester"], from: [{ agent: "unit-tester" }], into: "category" },
  input: z.object(seedInput),
  output: z.object({ plans: z.array(plan) }),
  async run(actor, input) {
    const now = new Date()
    const drafted = await draftSeeds(actor, { ...input, method: input.method ?? methodByDefault() }, "propose", now)
    if (!drafted.ok) return drafted
    const { place, drafts } = drafted.value
    const out = drafts.flatMap(({ seeded }) => seeded.optedOut)[0]
    if (out !== undefined) return refused("forbidden", optedOutMessage(out))
    const kept = await keep(actor, place, drafts, now)
    if (!kept.ok) return kept
    const rows = await Promise.all(kept.value.map((id) => findSeedPlan([place.team.id], id)))
    return done({ plans: await Promise.all(rows.flatMap((row) => (row ? [describePlan(actor, place.team, row)] : []))) })
  },
})

/** All of them, or none. Returns the ids, in their order. */
function keep(actor: Actor, { team, project }: ProposalPlace, drafts: readonly Draft[], now: Date): Promise<Outcome<string[]>> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const placed = drafts.reduce((sum, { placements }) => sum + placements.filter(isInFile).length, 0)
  const subject = drafts.map(({ seeded }) => seeded.target.path).join(", ")
  return commit(actor, (ids: string[]) => ({ kind: "seed.plan", teamId: team.id, subject, detail: { seeds: ids.map((id) => ({ id, state: "waiting" })), entries: placed } }), async (tx) => {
    await holdPlaces(tx, team.id, drafts.map(({ seeded }) => `${project.name}/${seeded.target.path}`))
    const ids: string[] = []
    for (const { seeded, sources, placements, budget, lines, model, notes } of drafts) {
      const { target, agent, category, roles, format, standing } = seeded
      const fileId = standing === "has-content" ? (target.head?.id ?? null) : null
      const predecessors = sources.map(({ name: _, held: __, ...source }) => source)
      const what = { category: category?.slug ?? null, roles, predecessors, placements, budget, lines, model, notes, format, fileId }
      const before = await waitingSeedPlan(tx, team.id, { projectId: project.id, path: target.path })
      if (before && touched(before)) return byHand(before)
      if (before) await changeSeedPlan(tx, before, what)
      const id = before?.id ?? newId()
      if (!before) await addSeedPlan(tx, { ...what, teamId: team.id, id, projectId: project.id, agentName: agent, path: target.path, state: "waiting", by }, now)
      ids.push(id)
    }
    return done(ids)
  })
}

const touched = ({ placements }: SeedPlanRow): boolean => placements.some(({ reason }) => reason === BY_HAND)

const byHand = ({ id, path, authorName }: SeedPlanRow) => refused("conflict", `a plan of ${authorName} waits for ${path}, and somebody moved entries in it by hand: decide it, or drop it, before another is made`, { plan: id })

/** Of those that hold a plan: it is as whoever decides saw it. */
export function stillWaits(row: SeedPlanRow | null, version: number | null): Outcome<SeedPlanRow> {
  if (row === null) return refused("not-found", "there is no such seed plan any more")
  if (row.state !== "waiting") return refused("conflict", `${row.decidedBy ?? row.authorName} has decided it already: it is ${row.state}`, { state: row.state })
  if (version !== null && row.version !== version) return refused("stale", `somebody changed the plan since: it is at version ${row.version}, you have seen ${version}; look at it again`, { version: row.version, seen: version })
  return done(row)
}
