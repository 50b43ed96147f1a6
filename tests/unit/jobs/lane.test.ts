import { afterEach, beforeEach, expect, it, vi } from "vitest"
import type { Notice } from "@/lib/db/infra/listen"
import { Lane } from "@/lib/jobs/worker"
import type { BackgroundWork } from "@/lib/operations/infra/background-work"

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const changeOf = (teamId: string): Notice => ({
  number: "1",
  kind: "file.write",
  teamId,
  by: "Ana",
  byId: "a",
})

/** A lane whose runs take 100 ms each, with a log of when they begin and end. */
function givenLane(more: Partial<BackgroundWork> = {}) {
  const began = Date.now()
  const log: string[] = []
  const failures: unknown[] = []
  const ending = new AbortController()
  const work: BackgroundWork = {
    name: "Testing",
    pauseMs: 50,
    lookMs: null,
    due: async () => [],
    after: ({ teamId }) => (teamId === null ? "look" : [teamId]),
    async run(key) {
      log.push(`${key} begins at ${Date.now() - began}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      log.push(`${key} ends at ${Date.now() - began}`)
    },
    ...more,
  }
  const lane = new Lane(work, ending.signal, {
    succeeded: () => undefined,
    failed: (cause) => failures.push(cause),
  })
  return { lane, log, failures, ending }
}

it("runs once after several changes within the pause", async () => {
  const { lane, log } = givenLane()
  lane.hear(changeOf("a"))
  await vi.advanceTimersByTimeAsync(40)
  lane.hear(changeOf("a"))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(log).toEqual(["a begins at 50", "a ends at 150"])
})

it("runs a key again after a change during its run, and other keys at the same time", async () => {
  const { lane, log } = givenLane()
  lane.hear(changeOf("a"))
  await vi.advanceTimersByTimeAsync(60)
  lane.hear(changeOf("a"))
  lane.hear(changeOf("b"))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(log).toEqual([
    "a begins at 50",
    "b begins at 110",
    "a ends at 150",
    "a begins at 150",
    "b ends at 210",
    "a ends at 250",
  ])
})

it("runs at most as many keys at the same time as the work allows", async () => {
  const { log } = givenLane({ due: async () => ["a", "b", "c"], atOnce: 2 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(log.filter((line) => line.includes("begins"))).toEqual([
    "a begins at 0",
    "b begins at 0",
    "c begins at 100",
  ])
})

it("looks for due work at the start, regularly and after lost changes, and continues after failures", async () => {
  let looks = 0
  const { lane, failures } = givenLane({
    lookMs: 1_000,
    async due() {
      looks += 1
      throw new Error(`look ${looks}`)
    },
    run: () => Promise.reject(new Error("run")),
  })
  await vi.advanceTimersByTimeAsync(1_500)
  lane.hear("lost")
  lane.hear(changeOf("a"))
  await vi.advanceTimersByTimeAsync(100)
  expect(failures.map(String)).toEqual(["Error: look 1", "Error: look 2", "Error: look 3", "Error: run"])
})

it("starts nothing after its end and waits for running work as long as the work allows", async () => {
  for (const [graceMs, endsAt] of [
    [undefined, 150],
    [30, 130],
  ] as const) {
    const { lane, log, ending } = givenLane(graceMs === undefined ? {} : { graceMs })
    const began = Date.now()
    lane.hear(changeOf("a"))
    await vi.advanceTimersByTimeAsync(60)
    lane.hear(changeOf("a"))
    await vi.advanceTimersByTimeAsync(40)
    ending.abort()
    const stopped = lane.stop().then(() => Date.now() - began)
    lane.hear(changeOf("b"))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await stopped).toBe(endsAt)
    expect(log.filter((line) => line.includes("begins"))).toEqual(["a begins at 50"])
  }
})
