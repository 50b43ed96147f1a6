import { beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { showBrief } from "@/lib/operations/coach/brief"
import { cancelCoachRun, showCoachRun, startCoach } from "@/lib/operations/coach/runs/coach-runs"
import { startWorker } from "@/lib/jobs/worker"
import { runningCoach } from "@/lib/operations/coach/runs/run"
import { runOperation } from "@/lib/operations/operation"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { useMisbehavingUnits } from "../../support/isolated/misbehaving-units"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"
import { sampleOf } from "../../support/thorough"

const SHARED = "[2026-01-02] Migrations run before the server starts, never beside it"

/** A project of two agents with a duplicate; one of them has further statements. */
const givenFleet = (...more: readonly string[]) =>
  givenMemory({
    [memoryPath("ann")]: memoryOf("ann", [SHARED]),
    [memoryPath("ben")]: memoryOf("ben", [SHARED, ...more]),
  })
type Fleet = Awaited<ReturnType<typeof givenFleet>>

const start = async ({ team, lead }: Fleet) =>
  expectDone(
    await runOperation(startCoach, lead, {
      team: team.slug,
      project: "ledger",
      kind: "brief",
      method: "extractive",
    }),
  )

const until = ({ lead }: Fleet, { id }: { id: string }, state: string) =>
  vi.waitFor(
    async () => {
      const run = expectDone(await runOperation(showCoachRun, lead, { run: id }))
      expect(run.state).toBe(state)
      return run
    },
    { timeout: 60_000, interval: 50 },
  )

function runCoach(): void {
  const { stop } = startWorker([runningCoach(systemActor(), { lookMs: 200 })])
  onTestFinished(() => stop())
}

beforeEach(() => {
  const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined)
  onTestFinished(() => silenced.mockRestore())
})

it.each(
  sampleOf(
    [
      ["COACH-LOOP", "within 60 seconds"],
      ["COACH-ALLOCATE", "because the analysis crashed or exceeded its memory limit"],
    ],
    3,
  ),
)("fails a run over memory with %s with a message, and completes the next one", async (word, why) => {
  await useMisbehavingUnits()
  const sick = await givenFleet(`Zebra paddocks want hay ${word}`)
  const well = await givenFleet()
  const [failing, next] = [await start(sick), await start(well)]
  runCoach()
  const failed = await until(sick, failing, "failed")
  expect(failed.message).toContain(`could not be analyzed ${why}. Nothing was changed.`)
  expect(await until(well, next, "done")).toMatchObject({ synthesis: expect.any(String) as string })
})

it("cancels a run that never ends, and completes the next one", async () => {
  await useMisbehavingUnits({ endless: true })
  const sick = await givenFleet("Zebra paddocks want hay COACH-LOOP")
  const well = await givenFleet()
  const [hanging, next] = [await start(sick), await start(well)]
  runCoach()
  await until(sick, hanging, "running")
  expectDone(await runOperation(cancelCoachRun, sick.lead, { run: hanging.id }))
  await until(sick, hanging, "cancelled")
  await until(well, next, "done")
})

it("gives an agent the memory that it loads if the coach cannot analyze the project", async () => {
  await useMisbehavingUnits()
  const { team, lead } = await givenFleet("Zebra paddocks want hay COACH-EXIT")
  const brief = await runOperation(showBrief, lead, { team: team.slug, project: "ledger", agent: "ben" })
  expect(expectDone(brief)).toMatchObject({ from: "context" })
})
