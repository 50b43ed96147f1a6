import { done } from "@/lib/memory/inputs/outcome"
import { showCoverage } from "@/lib/operations/agents/overlap"
import { runOperation } from "@/lib/operations/operation"
import { csvAnswer } from "../../../csv-answer"

export const dynamic = "force-dynamic"

export const GET = (request: Request, { params }: { params: Promise<{ team: string }> }): Promise<Response> =>
  csvAnswer(request, params, {
    view: "coverage",
    async sheet(actor, asked) {
      const coverage = await runOperation(showCoverage, actor, asked)
      if (!coverage.ok) return coverage
      const { sections, rows } = coverage.value
      return done({
        columns: ["category", "agents", "section", "entries", "agents with entries", "gaps"],
        rows: rows.flatMap((row) =>
          row.cells.map((cell, place) => [
            row.category,
            row.agents,
            sections[place] ?? "",
            cell.entries,
            cell.agents,
            cell.gaps,
          ]),
        ),
      })
    },
  })
