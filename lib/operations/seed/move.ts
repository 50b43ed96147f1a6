import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { changeSeedPlan, findSeedPlan, lockSeedPlan, type SeedPlanRow } from "@/lib/db/seed/plans"
import { isAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { isIncluded } from "@/lib/memory/seed/budget"
import { readPlaceName } from "@/lib/memory/seed/place-name"
import { movePlacement, planOf, type SeedPlan } from "@/lib/memory/seed/plan"
import { fitText, planWithLineCount } from "@/lib/memory/seed/seeded-file"
import { operation } from "../operation"
import { describePlan } from "./describe"
import { stored } from "./draft"
import { NO_PLAN, visiblePlan } from "./visible-plan"
import { checkStillWaiting } from "./plan"
import { findTarget, seedingOn } from "./current-target"
import { moves as movesInput, plan } from "./seed-outputs"

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
