import { done } from "@/lib/memory/inputs/outcome"
import { showSilos } from "@/lib/operations/agents/silos"
import { runOperation } from "@/lib/operations/operation"
import { csvAnswer } from "../../csv-answer"

export const dynamic = "force-dynamic"

/** The maximum number of rows. Each entry is compared with the entries of all teammates. */
const MOST = 100

export const GET = (request: Request, { params }: { params: Promise<{ team: string }> }): Promise<Response> =>
  csvAnswer(request, params, {
    view: "known-by-one",
    async sheet(actor, asked) {
      const missed = await runOperation(showSilos, actor, { ...asked, limit: MOST })
      if (!missed.ok) return missed
      return done({
        columns: [
          "project",
          "category",
          "agent",
          "entry",
          "reusable",
          "why",
          "not known to",
          "path",
          "line",
          "date",
          "proposal",
        ],
        rows: missed.value.entries.map((one) => [
          one.project,
          one.category,
          one.agent,
          one.text,
          one.score,
          one.why.join("; "),
          one.mates,
          one.path,
          one.line,
          one.date,
          one.waiting?.id ?? null,
        ]),
      })
    },
  })
