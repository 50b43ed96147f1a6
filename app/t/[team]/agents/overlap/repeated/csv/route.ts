import { done } from "@/lib/memory/inputs/outcome"
import { showRedundancy } from "@/lib/operations/agents/overlap"
import { runOperation } from "@/lib/operations/operation"
import { csvAnswer } from "../../../csv-answer"

export const dynamic = "force-dynamic"

const MOST = 500

export const GET = (request: Request, { params }: { params: Promise<{ team: string }> }): Promise<Response> =>
  csvAnswer(request, params, {
    view: "redundant",
    async sheet(actor, asked) {
      const redundancy = await runOperation(showRedundancy, actor, { ...asked, limit: MOST, copies: MOST })
      if (!redundancy.ok) return redundancy
      return done({
        columns: ["entry", "agents", "copies", "lines saved", "project", "agent", "path", "line", "date"],
        rows: redundancy.value.statements.flatMap((one) =>
          one.held.map((copy) => [
            one.text,
            one.agents,
            one.copies,
            one.saved,
            copy.project,
            copy.agent,
            copy.path,
            copy.line,
            copy.date,
          ]),
        ),
      })
    },
  })
