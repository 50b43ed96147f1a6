import { expect, it } from "vitest"
import {
  linesAfterTrim,
  compactPath,
  proposedPath,
  type Compactable,
  type Compaction,
  type DueKind,
  actionWords,
  daysAheadWords,
  countLeftByReason,
  logsWords,
  nextDue,
  compactionOutcome,
  doubtfulWords,
} from "@/components/compaction/compaction"

const kind = (more: Partial<DueKind> = {}): DueKind => ({
  kind: "logs",
  due: true,
  why: "",
  since: null,
  figures: { logs: 14, fresh: 3 },
  ...more,
})
const memory = (more: Partial<Compactable> = {}): Compactable => ({
  file: "f1",
  path: "MEMORY.md",
  project: "ledger",
  agent: null,
  kinds: [],
  last: null,
  cadence: 7,
  ...more,
})

it("describes the available work with its figures", () => {
  expect(
    [
      kind(),
      kind({ figures: { logs: 14, fresh: 0 } }),
      kind({ kind: "trim", figures: { lines: 260, budget: 100, over: 160 } }),
      kind({ kind: "runs", figures: { runs: 26, kept: 20 } }),
      kind({ kind: "runs", figures: { runs: 4, kept: 20 } }),
    ].map(actionWords),
  ).toEqual(["Review 3 logs…", "Review 14 logs again…", "Trim 160 lines…", "Prune 6 runs…", "Review runs…"])
})

it("logs are due the policy's number of days after the last compaction; other plans have no schedule", () => {
  expect([
    nextDue(memory(), kind({ since: "2026-11-10" })),
    nextDue(memory({ cadence: null }), kind({ since: "2026-11-10" })),
    nextDue(memory(), kind()),
    nextDue(memory(), kind({ kind: "trim", since: "2026-11-10" })),
  ]).toEqual(["2026-11-17", null, null, null])
  expect(
    ["2026-11-17", "2026-11-12", "2026-11-11", "2026-11-01"].map((day) =>
      daysAheadWords(day, "2026-11-11T09:00:00Z"),
    ),
  ).toEqual(["in 6 days", "tomorrow", "today", "today"])
})

it("counts the proposals by state, and says if none was approved", () => {
  const of = (...states: Compaction["proposals"][number]["state"][]) =>
    compactionOutcome({ proposals: states.map((state, place) => ({ id: String(place), state })) })
  expect([
    of(),
    of("waiting"),
    of("waiting", "waiting", "approved", "merged", "rejected"),
    of("expired", "withdrawn"),
  ]).toEqual([
    "nothing worth keeping",
    "1 waiting",
    "2 waiting, 2 approved, 1 rejected",
    "1 withdrawn, 1 expired",
  ])
})

it("keeps the lines of a file if no step of its trim is selected", () => {
  const lines = { before: 232, after: 203 }
  const linesWith = (...ticked: readonly boolean[]) =>
    linesAfterTrim(
      lines,
      ticked.map((isTicked, at) => ({ saves: at === 0 ? 30 : 2, isTicked })),
    )
  expect([linesWith(false, false), linesWith(false, true), linesWith(true, true)]).toEqual([232, 230, 203])
  expect(linesWith(true, false)).toBe(203)
})

it("counts the steps of a trim that need a look", () => {
  expect([doubtfulWords(1, 1), doubtfulWords(1, 12), doubtfulWords(3, 1200)]).toEqual([
    "1 of 1 change needs attention",
    "1 of 12 changes needs attention",
    "3 of 1,200 changes need attention",
  ])
})

it("names logs by their days and skipped lines by reason, most frequent first", () => {
  const logs = (...days: string[]) =>
    logsWords({ logs: days.map((day) => ({ file: day, path: day, day, lines: 1 })) })
  expect([logs(), logs("2026-11-02"), logs("2026-11-05", "2026-11-01")]).toEqual([
    "0 logs",
    "1 log from 2 Nov 2026",
    "2 logs from 1 Nov 2026 to 5 Nov 2026",
  ])
  expect(countLeftByReason({ left: { total: 6, by: { known: 2, score: 4, noise: 0 }, lines: [] } })).toEqual([
    ["score", 4],
    ["known", 2],
  ])
})

it("names a memory that does not exist yet by its future path, and opens a single proposal at once", () => {
  expect(compactPath("core", memory(), "trim")).toBe("/t/core/memory/compact/f1?kind=trim")
  expect(compactPath("core", memory({ file: null }), "logs", { all: "1" })).toBe(
    "/t/core/memory/compact/new?kind=logs&project=ledger&path=MEMORY.md&all=1",
  )
  expect([proposedPath("core", memory(), ["p1"]), proposedPath("core", memory(), ["p1", "p2"])]).toEqual([
    "/t/core/inbox?tab=proposals&project=ledger&q=MEMORY.md&item=p1",
    "/t/core/inbox?tab=proposals&project=ledger&q=MEMORY.md&item=p1",
  ])
})
