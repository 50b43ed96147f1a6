import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/mint"
import { database } from "@/lib/db/infra/client"
import { loadSamples } from "@/lib/launch/content"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { ask } from "@/lib/operations/operation"
import { loadSampleReceipts, sampleReceipts } from "@/lib/operations/samples/sample-receipts"
import { showStanding } from "@/lib/operations/sessions/standing"
import { expectDone } from "../../support/data/people"

it("opens the receipts with agents of every standing in three harnesses, and loads them once", async () => {
  await loadSamples(() => undefined)
  const of = async (team: string) => expectDone(await ask(showStanding, systemActor(), { team }))
  const [platform, shipper] = await Promise.all([of("platform"), of("shipper-experience")])
  expect(platform.harnesses.map((one) => one.harness).toSorted()).toEqual(["claude-code", "codex", "cursor"])
  const standing = (agent: string, project = "ledger") =>
    platform.agents.find((one) => one.agent === agent && one.project.slug === project)
  expect(standing("structure-architect")).toMatchObject({ standing: "old" })
  expect(standing("contract-tester", "dispatch")).toMatchObject({ standing: "old" })
  expect(standing("unit-tester")).toMatchObject({ standing: "current" })
  expect(standing("smoke-tester", "dispatch")).toMatchObject({ known: false })
  expect(standing("code-reviewer")?.harnesses.find((one) => one.unknown > 0)).toMatchObject({
    harness: "cursor",
  })
  expect(platform.totals.never).toBeGreaterThan(3)
  expect(platform.totals.old).toBeLessThan(platform.totals.current)
  expect(shipper.totals["opted-out"]).toBe(1)
  const before = await database().receipt.count()
  const samples = sampleReceipts.parse(JSON.parse(readFileSync("samples/receipts.json", "utf8")))
  for (const before of [true, false])
    expect(await loadSampleReceipts(systemActor(), samples, { before, now: new Date() })).toBe(0)
  expect(await database().receipt.count()).toBe(before)
})

it("shows what is sick about agents and projects, and how each is told", async () => {
  const now = new Date()
  for (const team of await database().team.findMany()) await evaluateTeam(systemActor(), team.id, { now })
  const alerts = await database().alert.findMany({ where: { unit: { in: ["agent", "project"] } } })
  expect(
    alerts
      .map(
        ({ kind, message }) =>
          `${kind}: ${message.replaceAll(/\d{4}-\d{2}-\d{2}/g, "DAY").replace(/ \/.*portal/, " PORTAL")}`,
      )
      .filter((said) => !/^(?:log-missing|compaction-overdue)/.test(said))
      .toSorted(),
  ).toEqual([
    "cold-agent: robustness-challenger has no memory, but its predecessor devils-advocate has 26 lines in ledger",
    "never-loaded: codebase-researcher had 3 sessions in codex in the last 30 days, but none loaded its memory of 13 entries",
    "old-revision-loaded: contract-tester loaded an outdated revision in claude-code on DAY: .claude/agent-memory/contract-tester/MEMORY.md changed on DAY (now revision 4, loaded revision 3)",
    "secret: .kaizen/agents/mail-tester/memory.md was not imported from PORTAL: a PostgreSQL connection string with a password in line 19. Remove it from the file and replace it wherever in use",
  ])
})
