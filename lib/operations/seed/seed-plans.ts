import { visibilityOf, visibilitiesOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  countSeedPlans,
  listSeedPlans,
  type SeedPlanHead,
  findSeedPlan,
  type SeedPlanRow,
  namesOfSeedPlans,
  changeSeedPlan,
  lockSeedPlan,
} from "@/lib/db/seed/plans"
import { snoozedUntil } from "@/lib/db/inbox"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { visibleTeams, type VisibleTeam } from "@/lib/db/teams/teams"
import { type Actor, can, type Verb, isAgent } from "@/lib/memory/teams/actor"
import { commit } from "@/lib/db/infra/commit"
import { isIncluded, movePlacement, planOf, type SeedPlan } from "@/lib/memory/seed/plan"
import { readPlaceName } from "@/lib/memory/seed/seed-entry"
import { fitText, planWithLineCount } from "@/lib/memory/seed/seeded-file"
import { operation } from "../operation"
import { cursorOf, readCursor } from "../infra/paging"
import { projectOf, inTeam, readableTeams } from "../teams/team-and-project"
import { snoozedOutput, snoozeFor, idsToSnooze, untilWhen } from "../teams/snooze-and-assign"
import { describePlan } from "./describe"
import { plan, planSummary, SEED_STATES, moves as movesInput } from "./seed-outputs"
import { stored } from "./draft"
import { checkStillWaiting } from "./plan-seeding"
import { findTarget, seedingOn } from "./target"

const CURSOR = z.tuple([z.iso.datetime(), z.uuid()])

export const listSeeds = operation({
  name: "seed.list",
  summary: "List a team's seed plans, newest first, with their state.",
  method: "GET",
  path: "/seed/plans",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    state: z
      .enum([...SEED_STATES, "decided", "all"])
      .default("waiting")
      .describe("decided: every state except waiting"),
    agent: z.string().max(200).optional(),
    category: z.string().max(200).optional().describe("Slug"),
    q: z.string().trim().max(200).optional().describe("Text to find in the agent's name or the path"),
    snoozed: z
      .enum(["1", "0"])
      .optional()
      .describe("1: only plans you have snoozed. 0: only plans you have not snoozed"),
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  output: z.object({
    plans: z.array(planSummary),
    cursor: z.string().nullable(),
    total: z.number().describe("Total across all pages"),
  }),
  run: (actor, { team: asked, project, state, q, snoozed, cursor, limit, ...named }) =>
    inTeam(actor, "read", asked, async (team) => {
      const before = readCursor(cursor, CURSOR)
      if (!before.ok) return before
      const place = await projectOf(actor, team.id, project)
      if (!place.ok) return place
      const snoozes = await snoozedUntil("seed plan", actor.id, [visibilityOf(actor, team.id)])
      const filter = {
        state: state === "all" ? undefined : state,
        projectId: place.value?.id ?? null,
        ...named,
        text: q || undefined,
        ...(snoozed === "1" ? { among: [...snoozes.keys()] } : {}),
        ...(snoozed === "0" ? { without: [...snoozes.keys()] } : {}),
      }
      const [rows, total] = await Promise.all([
        listSeedPlans(visibilityOf(actor, team.id), { ...filter, take: limit + 1, before: before.value }),
        countSeedPlans(visibilityOf(actor, team.id), filter),
      ])
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return done({
        plans: rows.slice(0, limit).map((row) => seedSummaryOf(row, snoozes)),
        cursor: last ? cursorOf(last.createdAt.toISOString(), last.id) : null,
        total,
      })
    }),
})

/** Returns a plan for a list. `snoozes`: instant until which the caller snoozed a plan, by plan id. */
export const seedSummaryOf = (row: SeedPlanHead, snoozes: ReadonlyMap<string, Date>) => ({
  id: row.id,
  agent: row.agentName,
  category: row.category,
  project: { slug: row.projectSlug, name: row.projectName },
  path: row.path,
  state: row.state,
  by: row.authorName,
  at: row.createdAt.toISOString(),
  decidedBy: row.decidedBy,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  lines: row.lines,
  budget: row.budget,
  placed: row.placed,
  leftOut: row.leftOut,
  from: [...row.from],
  version: row.version,
  snoozedUntil: snoozes.get(row.id)?.toISOString() ?? null,
})

export const showSeed = operation({
  name: "seed.show",
  summary:
    "Show a seed plan: every entry from the predecessors with its place, reason and confidence, and the resulting file.",
  method: "GET",
  path: "/seed/plans/{plan}",
  right: "read",
  version: { of: "version" },
  input: z.object({ plan: z.string() }),
  output: plan,
  async run(actor, input) {
    const found = await visiblePlan(actor, input.plan, "read")
    return found.ok ? done(await describePlan(actor, found.value.team, found.value.row)) : found
  },
})

export const NO_PLAN = refused("not-found", "seed plan not found")

export interface VisiblePlan {
  readonly team: VisibleTeam
  readonly row: SeedPlanRow
}

/** Returns the plan with this id. Refuses if the actor may not see it or may not do `verb` in its team. */
export async function visiblePlan(actor: Actor, id: string, verb: Verb): Promise<Outcome<VisiblePlan>> {
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  const row = await findSeedPlan(visibilitiesOf(actor, teams), id)
  const team = teams.find((one) => one.id === row?.teamId)
  if (!row || !team) return NO_PLAN
  return can(actor, verb, { teamId: team.id, projectId: row.projectId })
    ? done({ team, row })
    : refused(
        "forbidden",
        `${row.path}: your role or access token does not allow this (requires permission to ${verb})`,
      )
}

export const snoozeSeedPlans = operation({
  name: "seed.snooze",
  summary: "Snooze seed plans for yourself until a specified time, or unsnooze them.",
  method: "PUT",
  path: "/seed/plans/snooze",
  right: "read",
  input: z.object({ plans: idsToSnooze, until: untilWhen }),
  output: snoozedOutput,
  run: (actor, { plans, until }) =>
    snoozeFor(actor, {
      what: "seed plan",
      kind: "seed.snooze",
      called: "seed plans",
      until,
      async find() {
        const teams = await readableTeams(actor, undefined)
        if (!teams.ok) return teams
        const rows = await namesOfSeedPlans(visibilitiesOf(actor, teams.value), plans)
        return rows.length === 0 ? refused("not-found", `seed plan not found: ${plans[0]}`) : done(rows)
      },
      subjectOf: ([first, ...others]) =>
        others.length === 0 && first
          ? `the seed plan for ${first.agentName ?? first.category}`
          : `${others.length + 1} seed plans`,
    }),
})

export const moveSeed = operation({
  name: "seed.move",
  summary: "Move entries in a seed plan, and optionally fit the plan to its budget again.",
  method: "POST",
  path: "/seed/plans/{plan}/moves",
  right: "propose",
  version: { of: "version", base: "version" },
  input: z.object({
    plan: z.string(),
    version: z.coerce.number().int().min(1),
    moves: movesInput,
    fit: z
      .boolean()
      .default(false)
      .describe("Leave out the least useful entries until the plan fits its budget"),
  }),
  output: plan,
  async run(actor, input) {
    const found = await visiblePlan(actor, input.plan, "propose")
    if (!found.ok) return found
    if (actor.kind === "token" || isAgent(actor))
      return refused("forbidden", "access tokens cannot move entries in a seed plan. Sign in as a person")
    const { team, row } = found.value
    const entries = input.moves.length
    const saved = await commit(
      actor,
      {
        kind: "seed.move",
        teamId: team.id,
        subject: row.path,
        detail: { seeds: [{ id: row.id, state: "waiting", version: input.version + 1 }], entries },
      },
      async (tx) => {
        const held = checkStillWaiting(await lockSeedPlan(tx, team.id, row.id), input.version)
        if (!held.ok) return held
        const seeding = seedingOn(await findTarget(held.value, tx), held.value)
        const moved = moveAll(held.value, input.moves)
        if (!moved.ok) return moved
        try {
          const { placements } = moved.value
          const next = input.fit
            ? fitText(seeding, placements, held.value.budget)
            : planWithLineCount(seeding, placements, held.value.budget)
          await changeSeedPlan(tx, held.value, {
            placements: stored(next.placements, held.value.placements),
            lines: next.lines,
          })
          return done(null)
        } catch (cause) {
          if (cause instanceof RangeError)
            return refused(
              "invalid",
              `${row.path}: the plan cannot be written with this change: ${cause.message}`,
            )
          throw cause
        }
      },
    )
    if (!saved.ok) return saved
    const again = await findSeedPlan([visibilityOf(actor, team.id)], row.id)
    return again ? done(await describePlan(actor, team, again)) : NO_PLAN
  },
})

function moveAll(row: SeedPlanRow, moves: z.output<typeof movesInput>): Outcome<SeedPlan> {
  let next = planOf(row.placements, { lines: row.budget, overhead: 0 })
  for (const { entry, place } of moves) {
    const [to, one] = [readPlaceName(place), next.placements.find((other) => other.entry === entry)]
    if (one === undefined) return refused("not-found", `moves: entry not found in the plan: ${entry}`)
    if (to === null || (to.kind === "role" && !row.roles.includes(to.role)))
      return refused(
        "invalid",
        `moves: ${place} is not a place in ${row.path}. Use ${["shared", ...row.roles.map((role) => `role:${role}`), "coordinator", "left-out"].join(", ")}`,
      )
    if (to.kind !== "left-out" && one.place.kind === "left-out" && one.place.why === "guard")
      return refused(
        "invalid",
        `moves: line ${row.placements.find((other) => other.entry === entry)?.line} of ${one.from} cannot be written: ${one.reason}`,
      )
    const twin =
      to.kind === "left-out"
        ? undefined
        : next.placements.find(
            (other) => other.entry !== entry && isIncluded(other) && other.text.trim() === one.text.trim(),
          )
    if (twin !== undefined)
      return refused(
        "conflict",
        `moves: an identical entry from ${twin.from} is already placed. Leave out one of the two entries`,
      )
    next = movePlacement(next, entry, to)
  }
  return done(next)
}
