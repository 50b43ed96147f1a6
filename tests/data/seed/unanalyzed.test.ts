import { beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { runOperation } from "@/lib/operations/operation"
import { previewSeed } from "@/lib/operations/seed/plan-seeding"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { useMisbehavingUnits } from "../../support/isolated/misbehaving-units"
import { givenMemory } from "../../support/proposals"
import { sampleOf } from "../../support/thorough"

const KNOWN = "[2026-11-05] Money is an integer of minor units, never a float"

beforeEach(() => {
  const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined)
  onTestFinished(() => silenced.mockRestore())
})

it.each(
  sampleOf(
    [
      ["PLACE-LOOP", "within 60 seconds"],
      ["PLACE-ALLOCATE", "because the analysis crashed or exceeded its memory limit"],
      ["FIT-EXIT", "because the analysis crashed or exceeded its memory limit"],
    ],
    3,
  ),
)("does not seed from a memory with %s, and seeds from another one", async (word, why) => {
  await useMisbehavingUnits()
  const { team, lead } = await givenMemory({
    [memoryPath("ann")]: memoryOf("ann", [KNOWN, `[2026-11-06] Rates are read once a day ${word}`]),
    [memoryPath("ben")]: memoryOf("ben", [KNOWN]),
  })
  const preview = (from: string) =>
    runOperation(previewSeed, lead, {
      team: team.slug,
      project: "ledger",
      agents: ["newcomer"],
      from: [{ agent: from }],
    })
  expect(await preview("ann")).toMatchObject({
    ok: false,
    reason: "too-large",
    message: expect.stringContaining(`The memory of ann could not be analyzed ${why}.`) as string,
  })
  expect(await preview("ben")).toMatchObject({ ok: true, value: { plans: [{ counts: { all: 1 } }] } })
})
