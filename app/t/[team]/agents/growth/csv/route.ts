import { done } from "@/lib/memory/inputs/outcome"
import { showGrowth } from "@/lib/operations/agents/growth-and-activity"
import { runOperation } from "@/lib/operations/operation"
import { csvAnswer } from "../../csv-answer"

export const dynamic = "force-dynamic"

export const GET = (request: Request, { params }: { params: Promise<{ team: string }> }): Promise<Response> =>
  csvAnswer(request, params, {
    view: "growth",
    async sheet(actor, asked) {
      const growth = await runOperation(showGrowth, actor, asked)
      if (!growth.ok) return growth
      const { weeks, agents, shared } = growth.value
      const memories = [...agents, ...shared.map((one) => ({ ...one, name: null }))]
      return done({
        columns: [
          "project",
          "category",
          "agent",
          "lines",
          "budget",
          "limit",
          "lines per day",
          "budget full on",
          "load limit reached on",
          ...weeks,
        ],
        rows: memories.map((one) => [
          one.project,
          one.category,
          one.name,
          one.lines,
          one.budget,
          one.limit,
          one.perDay,
          one.budgetOn,
          one.limitOn,
          ...one.weeks,
        ]),
      })
    },
  })
