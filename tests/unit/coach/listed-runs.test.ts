import { describe, expect, it } from "vitest"
import {
  listedRuns,
  type CoachRun,
  dollars,
  roundTokens,
  spentWords,
  stageWords,
  startButtonLabel,
} from "@/components/coach/coach-run"

const NOW = "2026-11-22T12:00:00.000Z"
const hoursAgo = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString()

const run = (more: Partial<CoachRun>): CoachRun => ({
  id: "a",
  team: "platform",
  project: null,
  kind: "brief",
  agent: null,
  method: "model",
  model: "openai:some-model",
  state: "failed",
  by: "Mara Reyes",
  message: null,
  attempts: 1,
  tokenBudget: null,
  estimate: {
    entries: 412,
    agents: 9,
    withheld: 0,
    calls: 3,
    inputTokens: 38_000,
    outputTokens: 3_237,
    cost: 0.18,
  },
  progress: {
    stage: "Reading testing",
    done: 3,
    total: 7,
    inputTokens: 12_000,
    outputTokens: 400,
    cost: 0.06,
    secondsLeft: 24,
  },
  synthesis: null,
  createdAt: hoursAgo(2),
  startedAt: hoursAgo(2),
  finishedAt: hoursAgo(1),
  ...more,
})
const ids = (runs: readonly CoachRun[]) => listedRuns(runs, NOW).map(({ id }) => id)

describe("the runs listed on a page", () => {
  it("are those in progress, whatever runs started later", () => {
    expect(
      ids([
        run({ id: "b", state: "done", synthesis: "s" }),
        run({ id: "a", state: "running", finishedAt: null }),
      ]),
    ).toEqual(["a"])
  })

  it("leave out a failed run once the same run was restarted", () => {
    expect(
      ids([
        run({ id: "d", state: "queued" }),
        run({ id: "c" }),
        run({ id: "b", project: "ledger" }),
        run({ id: "a", kind: "orientation", agent: "unit-tester" }),
      ]),
    ).toEqual(["d", "b", "a"])
  })

  it("leave out runs that wrote a synthesis, and include runs without a result", () => {
    expect(
      ids([
        run({ id: "b", state: "done", synthesis: "s" }),
        run({ id: "a", state: "done", project: "ledger" }),
      ]),
    ).toEqual(["a"])
  })

  it("include a failed run for a week, and a canceled run for a day", () => {
    const of = (state: CoachRun["state"], hours: number) =>
      ids([run({ state, finishedAt: hoursAgo(hours) })]).length
    expect([of("failed", 167), of("failed", 169), of("cancelled", 23), of("cancelled", 25)]).toEqual([
      1, 0, 1, 0,
    ])
  })
})

describe("the cost of a run", () => {
  const { estimate } = run({})
  const asked = { ...estimate, model: "openai:some-model", tokenBudget: 500_000, fits: true }

  it("is shown on the button that starts it", () => {
    expect(startButtonLabel({ ...asked, method: "model" })).toBe(
      "Analyze 412 entries from 9 agents: 3 calls, about 41,000 tokens, about $0.18",
    )
    expect(startButtonLabel({ ...asked, method: "model", cost: null })).toBe(
      "Analyze 412 entries from 9 agents: 3 calls, about 41,000 tokens, no price set",
    )
    expect(startButtonLabel({ ...asked, method: "extractive", entries: 1, agents: 1 })).toBe(
      "Analyze 1 entry from 1 agent (free)",
    )
  })

  it("is shown while it runs, with what is left", () => {
    expect(stageWords(run({ state: "running" }))).toBe("Reading testing, 3 of 7, about 24 s left")
    expect(stageWords(run({ state: "queued" }))).toBe("queued")
    expect(spentWords(run({ state: "running" }))).toBe(
      "model openai:some-model · 12,400 of about 41,000 tokens · $0.06 of about $0.18",
    )
    const queued = run({
      state: "queued",
      progress: { ...run({}).progress, inputTokens: 0, outputTokens: 0, cost: null },
    })
    expect(spentWords(queued)).toBe("model openai:some-model · 0 of about 41,000 tokens · about $0.18")
    expect(spentWords({ ...queued, estimate: { ...queued.estimate, cost: null } })).toBe(
      "model openai:some-model · 0 of about 41,000 tokens · no price set",
    )
  })

  it("is only as precise as the known figures", () => {
    expect([41_237, 7, 96, 1_049, 999_999].map(roundTokens)).toEqual([
      "41,000",
      "7",
      "96",
      "1,000",
      "1,000,000",
    ])
    expect([0, 0.001, 0.1849, 12].map(dollars)).toEqual(["$0.00", "less than $0.01", "$0.18", "$12.00"])
  })
})
