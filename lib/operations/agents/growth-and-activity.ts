import { z } from "zod"
import { type GrowingMemory, growingMemories, activityByWeek } from "@/lib/db/agents/fleet-figures"
import { type AgentLines, agentLines } from "@/lib/memory/agents/agent-lines"
import { lastWeeks } from "@/lib/memory/agents/activity"
import { forecast } from "@/lib/memory/agents/growth"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { partInput, partOf, partOutput } from "./fleet-filters"

const WEEKS = 26

const day = z.string().nullable()

const growing = z.object({
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
})

export const showGrowth = operation({
  name: "fleet.growth",
  summary:
    "Return the number of memory lines per week for each agent, category and project, with the budget and the date when the memory is expected to be full.",
  method: "GET",
  path: "/fleet/growth",
  right: "read",
  example: { team: "platform", project: "ledger" },
  input: z.object(partInput),
  output: z.object({
    /** Mondays as ISO dates, oldest first. */
    weeks: z.array(z.string()),
    agents: z.array(growing),
    /** Growth of memory that several agents load. The name is that of the category or the project. */
    shared: z.array(growing),
    ...partOutput,
  }),
  async run(actor, input) {
    const part = await partOf(actor, input)
    if (!part.ok) return part
    const now = new Date()
    const weeks = lastWeeks(now, WEEKS)
    const { memories, files } = await growingMemories(part.value, weeks[0] ?? "")
    const lines = agentLines(memories.length, files, weeks)
    const grownMemories = memories.map((one, place) => grown(one, lines[place] as AgentLines, now))
    const of = (isAgent: boolean) =>
      grownMemories.filter((one) => one.isAgent === isAgent).map(({ isAgent: _, ...one }) => one)
    return done({
      weeks,
      agents: of(true),
      shared: of(false),
      ...part.value.choices,
    })
  },
})

function grown(memory: GrowingMemory, { weeks, estimated, points }: AgentLines, now: Date) {
  const growth = forecast(points, now)
  const on = (limit: number | null) =>
    limit === null
      ? null
      : ((growth?.reaches(limit) ?? (memory.lines >= limit ? now : null))?.toISOString().slice(0, 10) ?? null)
  return {
    ...memory,
    weeks,
    estimated,
    perDay: growth === null ? null : Math.round(growth.perDay * 100) / 100,
    budgetOn: on(memory.budget),
    limitOn: on(memory.limit),
  }
}

const ACTIVE_WEEKS = 26

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
    const weeks = lastWeeks(new Date(), ACTIVE_WEEKS)
    const agents = await activityByWeek(part.value, weeks)
    return done({
      weeks,
      agents: agents.map((agent) => ({ ...agent, weeks: [...agent.weeks] })),
      ...part.value.choices,
    })
  },
})
