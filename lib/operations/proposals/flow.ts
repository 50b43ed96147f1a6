import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { flowByWeek, medianHoursToDecide, waitingByDays } from "@/lib/db/proposals/reviews"
import { lastWeeks } from "@/lib/memory/agents/activity"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { sumOf } from "@/lib/memory/text/aggregates"

/** Age groups with their first day. The last group has no end. */
const AGES = [
  { from: 0, days: "less than 1" },
  { from: 1, days: "1–2" },
  { from: 3, days: "3–6" },
  { from: 7, days: "7–13" },
  { from: 14, days: "14–29" },
  { from: 30, days: "30 or more" },
] as const

export const showProposalFlow = operation({
  name: "proposal.flow",
  summary: "Return how many proposals were created and reviewed each week, and the age of pending proposals.",
  method: "GET",
  path: "/proposals/flow",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    weeks: z.coerce.number().int().min(1).max(52).default(12),
  }),
  output: z.object({
    /**
     * Numbers per week, oldest first. The last week is the current one. `week`: its Monday. `out`: sum of the
     * verdicts.
     */
    weeks: z.array(
      z.object({
        week: z.string(),
        in: z.number(),
        out: z.number(),
        approved: z.number(),
        merged: z.number(),
        rejected: z.number(),
        withdrawn: z.number(),
      }),
    ),
    ages: z.array(z.object({ days: z.string(), count: z.number() })),
    waiting: z.number(),
    /** Age of the oldest waiting proposal in days. Null if none is waiting. */
    oldestDays: z.number().nullable(),
    medianHours: z
      .number()
      .nullable()
      .describe("Median hours to a decision in these weeks. Null if no proposals were reviewed"),
    project: z.object({ slug: z.string(), name: z.string() }).nullable(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const now = new Date()
    const mondays = lastWeeks(now, input.weeks)
    const visible = visibilityOf(actor, team.value.id, project.value?.id)
    const since = new Date(`${mondays[0]}T00:00:00Z`)
    const [happened, medianHours, waiting] = await Promise.all([
      flowByWeek(visible, since),
      medianHoursToDecide(visible, since),
      waitingByDays(visible, now),
    ])
    const byWeek = new Map(happened.map((one) => [one.week, one]))
    return done({
      weeks: mondays.map((week) => {
        const {
          in: came,
          approved,
          merged,
          rejected,
          withdrawn,
        } = byWeek.get(week) ?? { in: 0, approved: 0, merged: 0, rejected: 0, withdrawn: 0 }
        return {
          week,
          in: came,
          out: approved + merged + rejected + withdrawn,
          approved,
          merged,
          rejected,
          withdrawn,
        }
      }),
      ages: AGES.map(({ from, days }, place) => {
        const until = AGES[place + 1]?.from ?? Infinity
        return {
          days,
          count: sumOf(
            waiting.filter((one) => one.days >= from && one.days < until),
            (one) => one.count,
          ),
        }
      }),
      waiting: sumOf(waiting, (one) => one.count),
      oldestDays: waiting.at(-1)?.days ?? null,
      medianHours,
      project: project.value && { slug: project.value.slug, name: project.value.name },
    })
  },
})
