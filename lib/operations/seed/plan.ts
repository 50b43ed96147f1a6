import { z } from "zod"
import { commit } from "@/lib/db/commit"
import { newId } from "@/lib/db/identifiers"
import { holdPlaces } from "@/lib/db/imports"
import { readPolicies } from "@/lib/db/policies"
import { addSeedPlan, changeSeedPlan, type SeedPlanRow, waitingSeedPlan } from "@/lib/db/seed-plans"
import { snoozedUntil } from "@/lib/db/snoozes"
import type { Actor } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { BY_HAND, isInFile } from "@/lib/memory/seed/budget"
import { methodByDefault } from "../coach/sorting"
import { operation } from "../operation"
import type { ProposalPlace } from "../proposals/place"
import { optedOutMessage } from "../sessions/opted-out"
import { describeDraft, describeKept, whyNothingLeft } from "./describe"
import type { Draft } from "./draft"
import { draftSeeds } from "./preview"
import { plan, planBody, seedInput } from "./views"

export const planSeeding = operation({
  name: "seed.plan",
  summary:
    "Keep what was previewed as a plan that waits for a person. A plan of before for the same memory is replaced, as long as nobody moved anything in it by hand; none is made for a memory that has all of it.",
  method: "POST",
  path: "/seed/plans",
  right: "propose",
  tool: {
    name: "memory_plan_seed",
    title: "Plan a seed",
    about:
      "Call it when an agent begins with no memory: what its predecessors know is sorted into a plan for it, with a reason for each entry. A person goes through the plan; nothing is written before.",
  },
  refuses: ["conflict"],
  example: {
    project: "ledger",
    agents: ["contract-tester", "regression-tester"],
    from: [{ agent: "unit-tester" }],
    into: "category",
  },
  input: z.object(seedInput),
  output: z.object({
    plans: z.array(plan),
    settled: z
      .array(planBody)
      .describe("Of memories that have all of it already: no plan is made, and nothingLeft says why"),
  }),
  async run(actor, input) {
    const now = new Date()
    const drafted = await draftSeeds(
      actor,
      { ...input, method: input.method ?? methodByDefault() },
      "propose",
      now,
    )
    if (!drafted.ok) return drafted
    const { place, drafts: all } = drafted.value
    const [drafts, settled] = [
      all.filter((one) => whyNothingLeft(one) === null),
      all.filter((one) => whyNothingLeft(one) !== null),
    ]
    const out = all.flatMap(({ seeded }) => seeded.optedOut)[0]
    if (out !== undefined) return refused("forbidden", optedOutMessage(out))
    const kept = drafts.length === 0 ? done([]) : await keep(actor, place, drafts, now)
    if (!kept.ok) return kept
    const [policies, snoozes] = await Promise.all([
      readPolicies(place.team.id),
      snoozedUntil("seed plan", actor.id, [place.team.id]),
    ])
    const where = { ...place, policies }
    return done({
      plans: drafts.flatMap((draft, at) => {
        const row = kept.value[at]
        return row
          ? [describeKept(actor, where, draft, { ...row, snoozedUntil: snoozes.get(row.id) ?? null })]
          : []
      }),
      settled: settled.map((draft) => describeDraft(actor, where, draft)),
    })
  },
})

type Kept = Pick<SeedPlanRow, "id" | "version" | "authorName" | "createdAt">

/** All of them, or none; in their order. */
function keep(
  actor: Actor,
  { team, project }: ProposalPlace,
  drafts: readonly Draft[],
  now: Date,
): Promise<Outcome<Kept[]>> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const placed = drafts.reduce((sum, { placements }) => sum + placements.filter(isInFile).length, 0)
  const subject = drafts.map(({ seeded }) => seeded.target.path).join(", ")
  return commit(
    actor,
    (rows: Kept[]) => ({
      kind: "seed.plan",
      teamId: team.id,
      subject,
      detail: { seeds: rows.map(({ id, version }) => ({ id, state: "waiting", version })), entries: placed },
    }),
    async (tx) => {
      await holdPlaces(
        tx,
        team.id,
        drafts.map(({ seeded }) => `${project.name}/${seeded.target.path}`),
      )
      const rows: Kept[] = []
      for (const { seeded, sources, placements, budget, lines, model, notes } of drafts) {
        const { target, agent, category, roles, format, standing } = seeded
        const fileId = standing === "has-content" ? (target.head?.id ?? null) : null
        const predecessors = sources.map(({ name: _, held: __, ...source }) => source)
        const what = {
          category: category?.slug ?? null,
          roles,
          predecessors,
          placements,
          budget,
          lines,
          model,
          notes,
          format,
          fileId,
        }
        const before = await waitingSeedPlan(tx, team.id, { projectId: project.id, path: target.path })
        if (before && touched(before)) return byHand(before)
        if (before) await changeSeedPlan(tx, before, what)
        const id = before?.id ?? newId()
        if (!before)
          await addSeedPlan(
            tx,
            {
              ...what,
              teamId: team.id,
              id,
              projectId: project.id,
              agentName: agent,
              path: target.path,
              state: "waiting",
              by,
            },
            now,
          )
        rows.push(
          before
            ? { id, version: before.version + 1, authorName: before.authorName, createdAt: before.createdAt }
            : { id, version: 1, authorName: by.name, createdAt: now },
        )
      }
      return done(rows)
    },
  )
}

const touched = ({ placements }: SeedPlanRow): boolean => placements.some(({ reason }) => reason === BY_HAND)

const byHand = ({ id, path, authorName }: SeedPlanRow) =>
  refused(
    "conflict",
    `a plan of ${authorName} waits for ${path}, and somebody moved entries in it by hand: decide it, or drop it, before another is made`,
    { plan: id },
  )

/** Of those that hold a plan: it is as whoever decides saw it. */
export function stillWaits(row: SeedPlanRow | null, version: number | null): Outcome<SeedPlanRow> {
  if (row === null) return refused("not-found", "there is no such seed plan any more")
  if (row.state !== "waiting")
    return refused(
      "conflict",
      `${row.decidedBy ?? row.authorName} has decided it already: it is ${row.state}`,
      { state: row.state },
    )
  if (version !== null && row.version !== version)
    return refused(
      "stale",
      `somebody changed the plan since: it is at version ${row.version}, you have seen ${version}; look at it again`,
      { version: row.version, seen: version },
    )
  return done(row)
}
