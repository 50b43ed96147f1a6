import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/mint"
import { database } from "@/lib/db/client"
import { loadSamples } from "@/lib/launch/content"
import { ask } from "@/lib/operations/operation"
import { loadSampleReceipts, sampleReceipts } from "@/lib/operations/sample-receipts"
import { showStanding } from "@/lib/operations/sessions/standing"
import { expectDone } from "../support/people"

it("opens the receipts with agents of every standing in three harnesses, and loads them once", async () => {
  await loadSamples(() => undefined)
  const of = async (team: string) => expectDone(await ask(showStanding, systemActor(), { team }))
  const [platform, shipper] = await Promise.all([of("platform"), of("shipper-experience")])
  expect(platform.harnesses.map((one) => one.harness).toSorted()).toEqual(["claude-code", "codex", "cursor"])
  const standing = (agent: string, project = "ledger") => platform.agents.find((one) => one.agent === agent && one.project.slug === project)
  expect(standing("structure-architect")).toMatchObject({ standing: "old" })
  expect(standing("contract-tester", "dispatch")).toMatchObject({ standing: "old" })
  expect(standing("unit-tester")).toMatchObject({ standing: "current" })
  expect(standing("smoke-tester", "dispatch")).toMatchObject({ known: false })
  expect(standing("code-reviewer")?.harnesses.find((one) => one.unknown > 0)).toMatchObject({ harness: "cursor" })
  expect(platform.totals.never).toBeGreaterThan(3)
  expect(platform.totals.old).toBeLessThan(platform.totals.current)
  expect(shipper.totals["opted-out"]).toBe(1)
  const before = await database().receipt.count()
  const samples = sampleReceipts.parse(JSON.parse(readFileSync("samples/receipts.json", "utf8")))
  for (const before of [true, false]) expect(await loadSampleReceipts(systemActor(), samples, { before, now: new Date() })).toBe(0)
  expect(await database().receipt.count()).toBe(before)
})
