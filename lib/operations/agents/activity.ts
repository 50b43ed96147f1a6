import { z } from "zod"
import { activityByWeek } from "@/lib/db/agents/activity"
import { lastWeeks } from "@/lib/memory/agents/weeks"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { partInput, partOf, partOutput } from "./fleet-filters"

const WEEKS = 26

export const showActivity = operation({
  name: "fleet.activity",
  summary: "Return each agent's weekly activity for the last six months: dated entries and sessions.",
  method: "GET",
  path: "/fleet/activity",
  right: "read",
  example: { team: "platform", project: "ledger", category: "testing" },
  input: z.object(partInput),
  output: z.object({
    /** Mondays as ISO dates, oldest first. The last one is the current week. */
    weeks: z.array(z.string()),
    agents: z.array(
      z.object({
        name: z.string(),
        project: z.string(),
        category: z.string().nullable(),
        weeks: z.array(z.number()),
      }),
    ),
    ...partOutput,
  }),
  async run(actor, input) {
    const part = await partOf(actor, input)
    if (!part.ok) return part
    const weeks = lastWeeks(new Date(), WEEKS)
    const agents = await activityByWeek(part.value, weeks)
    return done({
      weeks,
      agents: agents.map((agent) => ({ ...agent, weeks: [...agent.weeks] })),
      ...part.value.choices,
    })
  },
})
