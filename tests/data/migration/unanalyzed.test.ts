import { beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { previewMigration } from "@/lib/operations/migration/migrations"
import { runOperation } from "@/lib/operations/operation"
import { migrateTo } from "../../support/data/migrations"
import { useMisbehavingUnits } from "../../support/isolated/misbehaving-units"
import { givenMemory } from "../../support/proposals"
import { sampleOf } from "../../support/thorough"

const own = (agent: string) => `.claude/agent-memory/${agent}/MEMORY.md`
/** Files of two categories, one of them with these words. */
const files = (words: string) => ({
  [own("risk-architect")]: `# Risk\n\n- Risky ${words}\n`,
  [own("structure-architect")]: "# Structure\n\n- Mine alone\n",
  [own("unit-tester")]: "# Tests\n\n- Fixtures live beside the tests\n",
  [own("regression-tester")]: "# Tests\n\n- Bugs come back in pairs\n",
})

beforeEach(() => {
  const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined)
  onTestFinished(() => silenced.mockRestore())
})

it.each(
  sampleOf(
    [
      ["GATHER-LOOP", "within 60 seconds"],
      ["GATHER-ALLOCATE", "because the analysis crashed or exceeded its memory limit"],
    ],
    3,
  ),
)("skips a category with %s, and moves another one", async (word, why) => {
  await useMisbehavingUnits()
  const { team, lead } = await givenMemory(files(word))
  const asked = { team: team.slug, project: "ledger", to: "D" as const }
  expect(await runOperation(previewMigration, lead, asked)).toMatchObject({
    ok: false,
    reason: "too-large",
    message: expect.stringContaining(`could not be analyzed ${why}. Nothing was changed.`) as string,
  })
  const moved = await migrateTo({ team, project: "ledger", to: "D", categories: ["testing"] }, lead)
  expect(moved.preview.problems).toEqual([])
})

it("skips a category whose file cannot be split between its agents", async () => {
  await useMisbehavingUnits()
  const { team, lead } = await givenMemory(files("SPREAD-EXIT"))
  await migrateTo({ team, project: "ledger", to: "D" }, lead)
  const asked = { team: team.slug, project: "ledger", to: "A" as const }
  expect(await runOperation(previewMigration, lead, asked)).toMatchObject({ ok: false, reason: "too-large" })
  await migrateTo({ team, project: "ledger", to: "A", categories: ["testing"] }, lead)
})
