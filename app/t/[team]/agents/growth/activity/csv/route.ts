import { done } from "@/lib/memory/inputs/outcome"
import { showActivity } from "@/lib/operations/agents/growth-and-activity"
import { runOperation } from "@/lib/operations/operation"
import { csvAnswer } from "../../../csv-answer"

export const dynamic = "force-dynamic"

export const GET = (request: Request, { params }: { params: Promise<{ team: string }> }): Promise<Response> =>
  csvAnswer(request, params, {
    view: "activity",
    async sheet(actor, asked) {
      const activity = await runOperation(showActivity, actor, asked)
      if (!activity.ok) return activity
      const { weeks, agents } = activity.value
      return done({
        columns: ["project", "category", "agent", ...weeks],
        rows: agents.map((agent) => [agent.project, agent.category, agent.name, ...agent.weeks]),
      })
    },
  })
