import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { countSeedPlans, listSeedPlans, type SeedPlanHead } from "@/lib/db/seed/plans"
import { snoozedUntil } from "@/lib/db/teams/snoozes"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { cursorOf, readCursor } from "../infra/paging"
import { projectOf } from "../teams/project-of"
import { inTeam } from "../teams/team-of"
import { describePlan } from "./describe"
import { visiblePlan } from "./visible-plan"
import { plan, planSummary, SEED_STATES } from "./seed-outputs"

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
