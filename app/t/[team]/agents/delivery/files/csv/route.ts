import { done } from "@/lib/memory/inputs/outcome"
import { showFleetLoads } from "@/lib/operations/agents/loads"
import { runOperation } from "@/lib/operations/operation"
import { csvAnswer } from "../../../csv-answer"

export const dynamic = "force-dynamic"

export const GET = (request: Request, { params }: { params: Promise<{ team: string }> }): Promise<Response> =>
  csvAnswer(request, params, {
    view: "loads",
    async sheet(actor, asked) {
      const loads = await runOperation(showFleetLoads, actor, asked)
      if (!loads.ok) return loads
      return done({
        columns: ["project", "path", "scope", "loaded", "lines", "agents", "confirmed agents", "harnesses"],
        rows: loads.value.files.map((one) => [
          one.project,
          one.path,
          one.agent ?? one.category ?? one.group,
          one.moment,
          one.lines,
          one.agents,
          one.proven,
          one.harnesses.join("; "),
        ]),
      })
    },
  })
