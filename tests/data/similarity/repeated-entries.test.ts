import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { showRedundancy } from "@/lib/operations/agents/overlap"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { numbers } from "../../bench/generated-fleet"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"

const POOL = [
  "Never share a database between two suites",
  "Invoices are rounded to whole cents",
  "The stub broker listens on its own port",
  "Batches hold five hundred rows each",
  "Seeds are printed with every failure",
  "Only two words",
  "total = net + tax",
  "支払い処理は冪等でなければならない",
]
const SEEDS = [5, 29]

it.each(SEEDS)(
  "incremental counts of repeated entries equal a full count, and the view is the same before and after an evaluation (seed %i)",
  async (seed) => {
    const chance = numbers(seed)
    const some = () =>
      POOL.filter(() => chance() < 0.4).concat(`Line ${Math.floor(chance() * 9)} of nobody else at all`)
    const names = ["unit-tester", "contract-tester", "code-reviewer", "ann"]
    const { team } = await givenMemory(
      Object.fromEntries(names.map((name) => [memoryPath(name), memoryOf(name, some())])),
    )
    const view = async () =>
      expectDone(await runOperation(showRedundancy, systemActor(), { team: team.slug }))
        .statements.map(({ text, agents, copies, saved }) => ({ text, agents, copies, saved }))
        .toSorted((a, b) => a.text.localeCompare(b.text))
    for (let step = 0; step < 6; step += 1) {
      const before = await view()
      await evaluateTeam(systemActor(), team.id, { now: new Date() })
      expect(await view(), `step ${step}: the look changes nothing of it`).toEqual(before)
      expect(await kept(team.id), `step ${step}`).toEqual(await counted(team.id))
      const path = memoryPath(names[Math.floor(chance() * names.length)] ?? "")
      const file = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path } })
      expectDone(
        await runOperation(reviseFile, systemActor(), {
          file: file.id,
          base: file.head,
          text: memoryOf(path.split("/")[2] ?? "", some()),
          reason: `step ${step}`,
        }),
      )
    }
  },
)

async function kept(teamId: string): Promise<string[]> {
  const rows = await database().heldStatement.findMany({ where: { teamId } })
  return rows.map(({ said }) => String(said)).toSorted()
}

/** Entries counted directly: current statements with enough words that are stored more than once. */
async function counted(teamId: string): Promise<string[]> {
  const rows = await database().$queryRaw<{ said: string }[]>`
    SELECT said::text AS said FROM entry WHERE team_id = ${teamId}::uuid AND state = 'current' AND agent_id IS NOT NULL AND (text ~ '(\\S+\\s+){3}\\S' OR text ~ '[ぁ-ん一-龥]') GROUP BY said HAVING count(*) > 1`
  return rows.map(({ said }) => said).toSorted()
}
