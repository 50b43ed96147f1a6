import { z } from "zod"
import { type GrowingAgent, growingAgents } from "@/lib/db/agents/growth"
import { type AgentLines, agentLines } from "@/lib/memory/agents/agent-lines"
import { lastWeeks } from "@/lib/memory/agents/weeks"
import { forecast } from "@/lib/memory/agents/growth"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { partInput, partOf, partOutput } from "./part"

const WEEKS = 26

const day = z.string().nullable()

export const showGrowth = operation({
  name: "fleet.growth",
  summary:
    "Return how many lines each agent loads by week, against its budget, and the forecast date on which it is full.",
  method: "GET",
  path: "/fleet/growth",
  right: "read",
  example: { team: "platform", project: "ledger" },
  input: z.object(partInput),
  output: z.object({
    /** Mondays as ISO dates, oldest first. */
    weeks: z.array(z.string()),
    agents: z.array(
      z.object({
        name: z.string(),
        project: z.string(),
        category: z.string().nullable(),
        lines: z.number(),
        budget: z.number().nullable(),
        limit: z.number().nullable(),
        /** Lines at the end of each week. Null if unknown. */
        weeks: z.array(z.number().nullable()),
        /** True if part of the history is estimated from dates in the files, before the files were stored. */
        estimated: z.boolean(),
        /** Lines per day. Null if too little changed. */
        perDay: z.number().nullable(),
        /**
         * ISO dates on which the budget and the limit are reached at this rate. Today if they are exceeded,
         * null if never.
         */
        budgetOn: day,
        limitOn: day,
      }),
    ),
    ...partOutput,
  }),
  async run(actor, input) {
    const part = await partOf(actor, input)
    if (!part.ok) return part
    const now = new Date()
    const weeks = lastWeeks(now, WEEKS)
    const { agents, files } = await growingAgents(part.value.team.id, part.value, weeks[0] ?? "")
    const lines = agentLines(agents.length, files, weeks)
    return done({
      weeks,
      agents: agents.map((agent, place) => grown(agent, lines[place] as AgentLines, now)),
      ...part.value.choices,
    })
  },
})

function grown(agent: GrowingAgent, { weeks, estimated, points }: AgentLines, now: Date) {
  const growth = forecast(points, now)
  const on = (limit: number | null) =>
    limit === null
      ? null
      : ((growth?.reaches(limit) ?? (agent.lines >= limit ? now : null))?.toISOString().slice(0, 10) ?? null)
  return {
    ...agent,
    weeks,
    estimated,
    perDay: growth === null ? null : Math.round(growth.perDay * 100) / 100,
    budgetOn: on(agent.budget),
    limitOn: on(agent.limit),
  }
}
