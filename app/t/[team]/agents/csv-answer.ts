import { PROBLEMS, guardDatabase } from "@/lib/api/error-responses"
import { requireActor } from "@/lib/auth/actor"
import { type Cell, csvOf } from "@/lib/memory/text/tables"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Outcome } from "@/lib/memory/inputs/outcome"

interface Sheet {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Returns a CSV file of a fleet view, with the same filters as the page. */
export const csvAnswer = guardDatabase(answerCsv)

async function answerCsv(
  request: Request,
  params: Promise<{ team: string }>,
  {
    view,
    sheet,
  }: { view: string; sheet: (actor: Actor, asked: Record<string, string>) => Promise<Outcome<Sheet>> },
): Promise<Response> {
  const [{ team }, actor] = await Promise.all([params, requireActor()])
  const query = new URL(request.url).searchParams
  const asked = Object.fromEntries(
    ["project", "category", "path"].flatMap((name) =>
      query.get(name) ? [[name, query.get(name) ?? ""]] : [],
    ),
  )
  const made = await sheet(actor, { team, ...asked })
  if (!made.ok)
    return new Response(`${made.message}\n`, {
      status: PROBLEMS[made.reason].status,
      headers: { "content-type": "text/plain; charset=utf-8" },
    })
  const name = [team, view, asked.project, asked.category, new Date().toISOString().slice(0, 10)]
    .filter(Boolean)
    .join("-")
  // The byte order mark makes spreadsheets read the file as UTF-8.
  return new Response(`\uFEFF${csvOf(made.value.columns, made.value.rows)}`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${encodeURIComponent(name)}.csv"`,
      "cache-control": "no-store",
    },
  })
}
