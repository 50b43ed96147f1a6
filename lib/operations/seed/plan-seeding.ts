import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { lockPlaces } from "@/lib/db/sources/running-imports"
import { readPolicies } from "@/lib/db/policies"
import { addSeedPlan, changeSeedPlan, type SeedPlanRow, waitingSeedPlan } from "@/lib/db/seed/plans"
import { snoozedUntil } from "@/lib/db/inbox"
import type { Actor, Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { MOVED_BY_PERSON, isIncluded } from "@/lib/memory/seed/plan"
import { methodByDefault, type SortMethod } from "../coach/available-coaches"
import { operation } from "../operation"
import { type ProposalPlace, proposalPlace } from "../proposals/proposal-place"
import { optedOutMessage } from "../sessions/session-place"
import { describeDraft, describeKept, whyNothingLeft } from "./describe"
import { type Draft, draftSeedPlans } from "./draft"
import { plan, planBody, seedInput } from "./seed-outputs"
import { readSources } from "./predecessors"
import { seedTargets } from "./target"

export const planSeeding = operation({
  name: "seed.plan",
  summary:
    "Save a previewed plan for review. An earlier plan for the same memory is replaced unless someone has moved its entries. No plan is created for memory that already contains all of the entries.",
  method: "POST",
  path: "/seed/plans",
  right: "propose",
  tool: {
    name: "memory_plan_seed",
    title: "Create a seed plan",
    about:
      "Call this tool when an agent starts with no memory: its predecessors' entries are sorted into a plan, with a reason for each. A person reviews the plan, and nothing is written before the review.",
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
      .describe(
        "Memory that already contains all of the entries. No plan is created for it, and `nothingLeft` gives the reason",
      ),
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
    const kept = drafts.length === 0 ? done([]) : await saveDrafts(actor, place, drafts, now)
    if (!kept.ok) return kept
    const [policies, snoozes] = await Promise.all([
      readPolicies(visibilityOf(actor, place.team.id)),
      snoozedUntil("seed plan", actor.id, [visibilityOf(actor, place.team.id)]),
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

type SavedPlan = Pick<SeedPlanRow, "id" | "version" | "authorName" | "createdAt">

/**
 * Stores the drafts as plans in one transaction, in the given order. Each replaces a waiting plan for the
 * same file.
 */
function saveDrafts(
  actor: Actor,
  { team, project }: ProposalPlace,
  drafts: readonly Draft[],
  now: Date,
): Promise<Outcome<SavedPlan[]>> {
  const placed = drafts.reduce((sum, { placements }) => sum + placements.filter(isIncluded).length, 0)
  const subject = drafts.map(({ seeded }) => seeded.target.path).join(", ")
  return commit(
    actor,
    (rows: SavedPlan[]) => ({
      kind: "seed.plan",
      teamId: team.id,
      subject,
      detail: { seeds: rows.map(({ id, version }) => ({ id, state: "waiting", version })), entries: placed },
    }),
    async (tx) => {
      await lockPlaces(
        tx,
        team.id,
        drafts.map(({ seeded }) => `${project.name}/${seeded.target.path}`),
      )
      const rows: SavedPlan[] = []
      for (const draft of drafts) {
        const saved = await saveDraft(tx, actor, draft, { teamId: team.id, projectId: project.id, now })
        if (!saved.ok) return saved
        rows.push(saved.value)
      }
      return done(rows)
    },
  )
}

async function saveDraft(
  tx: Tx,
  actor: Actor,
  draft: Draft,
  { teamId, projectId, now }: { teamId: string; projectId: string; now: Date },
): Promise<Outcome<SavedPlan>> {
  const { path } = draft.seeded.target
  const before = await waitingSeedPlan(tx, teamId, { projectId, path })
  if (before && touched(before)) return byHand(before)
  if (before) {
    await changeSeedPlan(tx, before, planFields(draft))
    const { id, version, authorName, createdAt } = before
    return done({ id, version: version + 1, authorName, createdAt })
  }
  const id = newId()
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  await addSeedPlan(
    tx,
    {
      ...planFields(draft),
      teamId,
      id,
      projectId,
      agentName: draft.seeded.agent,
      path,
      state: "waiting",
      by,
    },
    now,
  )
  return done({ id, version: 1, authorName: by.name, createdAt: now })
}

function planFields({ seeded, sources, placements, budget, lines, model, notes }: Draft) {
  const { target, category, roles, format, standing } = seeded
  return {
    category: category?.slug ?? null,
    roles,
    predecessors: sources.map(({ name: _, held: __, ...source }) => source),
    placements,
    budget,
    lines,
    model,
    notes,
    format,
    fileId: standing === "has-content" ? (target.head?.id ?? null) : null,
  }
}

const touched = ({ placements }: SeedPlanRow): boolean =>
  placements.some(({ reason }) => reason === MOVED_BY_PERSON)

const byHand = ({ id, path, authorName }: SeedPlanRow) =>
  refused(
    "conflict",
    `a plan by ${authorName} for ${path} is pending, and someone has moved its entries. Apply or discard that plan first`,
    { plan: id },
  )

/**
 * Returns the locked plan. Refuses if it does not exist, is decided, or has another version than the caller
 * saw.
 */
export function checkStillWaiting(row: SeedPlanRow | null, version: number | null): Outcome<SeedPlanRow> {
  if (row === null) return refused("not-found", "the seed plan no longer exists")
  if (row.state !== "waiting")
    return refused(
      "conflict",
      `already decided by ${row.decidedBy ?? row.authorName}. Open the plan to see the decision`,
      { state: row.state },
    )
  if (version !== null && row.version !== version)
    return refused(
      "stale",
      `the plan has changed: the current version is ${row.version}, but you have ${version}. Review the plan again`,
      { version: row.version, seen: version },
    )
  return done(row)
}

const asked = z.object(seedInput)

export const previewSeed = operation({
  name: "seed.preview",
  summary:
    "Preview the memory for new agents or their category without writing anything: every entry from the predecessors in exactly one place, with the reason.",
  method: "POST",
  path: "/seed/preview",
  right: "read",
  example: { project: "ledger", agents: ["regression-tester"], from: [{ agent: "unit-tester" }] },
  input: asked,
  output: z.object({ plans: z.array(planBody) }),
  async run(actor, input) {
    const drafted = await draftSeeds(actor, { ...input, method: input.method ?? "rules" }, "read", new Date())
    if (!drafted.ok) return drafted
    const {
      place: { team, project },
      drafts,
    } = drafted.value
    const policies = await readPolicies(visibilityOf(actor, team.id))
    return done({ plans: drafts.map((draft) => describeDraft(actor, { team, project, policies }, draft)) })
  },
})

export interface Drafted {
  readonly place: ProposalPlace
  readonly drafts: readonly Draft[]
}

/**
 * Returns one draft for each agent, or one for their category. `verb`: right that the actor needs in the
 * project.
 */
async function draftSeeds(
  actor: Actor,
  {
    team,
    project,
    from,
    budget,
    method,
    ...wanted
  }: z.output<typeof asked> & { readonly method: SortMethod },
  verb: Verb,
  now: Date,
): Promise<Outcome<Drafted>> {
  const found = await proposalPlace(actor, { team, project }, verb)
  if (!found.ok) return found
  const place = {
    team: found.value.team,
    project: found.value.project,
    today: now.toISOString().slice(0, 10),
  }
  const targets = await seedTargets(place, wanted)
  if (!targets.ok) return targets
  const sources = await readSources(actor, place, from)
  if (!sources.ok) return sources
  const drafts = await draftSeedPlans(place, {
    seeded: targets.value,
    sources: sources.value,
    budget,
    method,
  })
  return drafts.ok ? done({ place: found.value, drafts: drafts.value }) : drafts
}
