import { z } from "zod"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { ensureCategories } from "@/lib/db/teams/places"
import { placeAgents, placedAgents, saveCategory } from "@/lib/db/agents/taxonomy"
import { groupBy } from "@/lib/memory/text/group"
import { done } from "@/lib/memory/inputs/outcome"
import { listingOf, moveName } from "@/lib/memory/agents/taxonomy-edit"
import { operation } from "../operation"
import { movingAgents } from "./change"
import { placements } from "./taxonomy-outputs"

export const undoPlacement = operation({
  name: "taxonomy.undo",
  summary: "Undo an assignment. Agents and names that somebody reassigned since stay.",
  method: "POST",
  path: "/taxonomy/placements/undo",
  right: "curate",
  example: {
    team: "main",
    placed: [{ name: "smoke-tester", project: "ledger", from: null, to: "testing", byHand: false }],
    names: [],
  },
  input: z.object({ team: z.string(), ...placements }),
  output: z.object({
    back: z.int().describe("Restored agents and names"),
    left: z.array(z.string()).describe("Names that were reassigned since"),
  }),
  run: (actor, { team: asked, placed, names }) =>
    movingAgents<{ back: number; left: string[] }>(
      actor,
      asked,
      ({ back }) => ({
        kind: "taxonomy.undo",
        subject: back === 1 ? ([...placed, ...names][0]?.name ?? "") : `${back} agents`,
        detail: { agents: back },
      }),
      async ({ team, tx, taxonomy }) => {
        const known = new Set(taxonomy.map((one) => one.slug))
        const agents = new Map(
          (await placedAgents(team.id, null, tx)).map((one) => [`${one.project}/${one.name}`, one]),
        )
        const isBack = ({ from }: { from: string | null }) => from === null || known.has(from)
        const there = placed.filter(
          (one) => isBack(one) && agents.get(`${one.project}/${one.name}`)?.category === one.to,
        )
        await ensureCategories(
          tx,
          team.id,
          there.flatMap(({ from }) => from ?? []),
        )
        for (const group of groupBy(there, ({ from, byHand }) => JSON.stringify([from, byHand])).values()) {
          const [first] = group
          if (first)
            await placeAgents(
              tx,
              team.id,
              group.flatMap((one) => agents.get(`${one.project}/${one.name}`)?.id ?? []),
              { category: first.from, byHand: first.byHand },
            )
        }
        const listed: typeof names = []
        for (const one of names) {
          const now = await taxonomyOf(team.id, tx)
          if (!isBack(one) || (listingOf(now, one.name)?.slug ?? null) !== one.to) continue
          for (const category of moveName(now, one.name, one.from)) {
            const leads = one.coordinated && category.slug === one.from && category.coordinator === null
            await saveCategory(
              tx,
              team.id,
              leads
                ? {
                    ...category,
                    agents: category.agents.filter((name) => name !== one.name),
                    coordinator: one.name,
                  }
                : category,
            )
          }
          listed.push(one)
        }
        const left = [
          ...placed.filter((one) => !there.includes(one)),
          ...names.filter((one) => !listed.includes(one)),
        ]
        return done({
          back: there.length + listed.filter((one) => !there.some(({ name }) => name === one.name)).length,
          left: [...new Set(left.map(({ name }) => name))],
        })
      },
    ),
})
