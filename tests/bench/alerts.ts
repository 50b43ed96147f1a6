import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { database } from "@/lib/db/infra/client"
import { readPolicies } from "@/lib/db/policies"
import { checkFiles } from "@/lib/operations/alerts/check-files"
import { type Figure, ms, quantile, timed } from "./figures"

const PORTION = 500

/** Number of alerts by kind that file rules raise in the imported fleet, and their time. */
export async function alertFigures(what: string): Promise<Figure[]> {
  const team = await database().team.findFirstOrThrow({ where: { slug: "main" } })
  const files = await database().memoryFile.findMany({
    where: { teamId: team.id },
    select: { id: true },
    orderBy: { path: "asc" },
  })
  const ids = files.map((file) => file.id)
  const rules = { policies: await readPolicies(wholeTeamUnchecked(team.id)), now: new Date() }
  const counts = new Map<string, number>()
  const many: number[] = []
  for (let from = 0; from < ids.length; from += PORTION) {
    const looked = await timed(() => checkFiles(team.id, ids.slice(from, from + PORTION), rules))
    if (from + PORTION <= ids.length) many.push(looked.ms)
    for (const { look } of looked.value.values())
      for (const { kind } of look.found) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const one: number[] = []
  for (const id of ids.filter((_, place) => place % Math.ceil(ids.length / 40) === 0))
    one.push((await timed(() => checkFiles(team.id, [id], rules))).ms)
  const kinds = [...counts]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ")
  return [
    { what: `alerts about the ${ids.length} files of ${what}`, value: kinds || "none", bar: "", holds: null },
    {
      what: "  looking at 500 of them, the slowest",
      value: ms(Math.max(0, ...many)),
      bar: "≤ 2,000 ms",
      holds: Math.max(0, ...many) <= 2_000,
    },
    {
      what: "  looking at one, p95",
      value: ms(quantile(one, 0.95)),
      bar: "≤ 50 ms",
      holds: quantile(one, 0.95) <= 50,
    },
  ]
}
