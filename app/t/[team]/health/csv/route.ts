import { done } from "@/lib/memory/inputs/outcome"
import { showTrends } from "@/lib/operations/health/health"
import { runOperation } from "@/lib/operations/operation"
import { csvAnswer } from "../../agents/csv-answer"

export const dynamic = "force-dynamic"

export const GET = (request: Request, { params }: { params: Promise<{ team: string }> }): Promise<Response> =>
  csvAnswer(request, params, {
    view: "health",
    async sheet(actor, { team = "", project }) {
      const trends = await runOperation(showTrends, actor, { team, project, days: 730 })
      if (!trends.ok) return trends
      return done({
        columns: [
          "day",
          "health",
          "files",
          "entries",
          "lines",
          "stale entries",
          "undated entries",
          "truncated files",
          "files over budget",
          "open errors",
          "open warnings",
          "open notices",
          "waiting proposals",
          "open conflicts",
          "sessions",
          "deliveries",
        ],
        rows: trends.value.days.map((one) => [
          one.day,
          one.health,
          one.files,
          one.entries,
          one.lines,
          one.stale,
          one.undated,
          one.pastCut,
          one.overBudget,
          one.alerts.error,
          one.alerts.warning,
          one.alerts.info,
          one.waiting,
          one.conflicts,
          one.sessions,
          one.receipts,
        ]),
      })
    },
  })
