import { describe, expect, it } from "vitest"
import { findNoise } from "@/lib/memory/memory-files/session-noise-patterns"

const NOISE: readonly (readonly [string, string])[] = [
  ["test-run", "Ran tests, all green"],
  ["test-run", "All tests pass locally"],
  ["test-run", "214 passed, 3 skipped"],
  ["test-run", "CI is green again"],
  ["test-run", "Re-ran the full suite: passed"],
  ["progress", "Today I fixed the label printer driver"],
  ["progress", "Started working on ticket DOCK-41"],
  ["progress", "We continued with the task from yesterday"],
  ["progress", "Done."],
  ["progress", "WIP"],
  ["progress", "In this session I mostly refactored the tariff parser"],
  ["progress", "Added `src/tariffs/parse.ts` and two helper files"],
  ["progress", "Updated README.md"],
  ["progress", "I pushed the branch"],
  ["progress", "- [2026-10-02] Session ended"],
  ["todo", "TODO: look at the weigher again"],
  ["todo", "FIXME the carrier list"],
  ["pleasantry", "Thanks for the help!"],
  ["pleasantry", "Sounds good, let me know"],
  ["pleasantry", "Great, thank you so much!"],
  ["date-only", "2026-03-01"],
  ["date-only", "[2026-03-01 12:40]"],
  ["reference-only", "PR #482 merged"],
  ["reference-only", "See DOCK-17"],
  ["reference-only", "commit 4f2a9c1d"],
  ["passing-path", "Output is saved under /tmp/run-83/out.log"],
  ["passing-path", "`/tmp/labels.csv`"],
  [
    "stack-trace",
    "TypeError: x is undefined\n    at weigh (/srv/app/scale.ts:14:9)\n    at async main (/srv/app/main.ts:3:1)",
  ],
  [
    "stack-trace",
    'Traceback (most recent call last):\n  File "scale.py", line 4, in weigh\n  File "main.py", line 9, in main\nValueError: no weight',
  ],
]

const MEMORY = [
  "Ran tests must never touch the live scale",
  "Merged branches are deleted after a day",
  "Fixed-width fonts break the label layout",
  "Completed orders are immutable",
  "Added columns need a default",
  "All tests run against a broker of their own",
  "The suite passes only with TZ=UTC",
  "Today's tariffs are cached until midnight",
  "Started jobs cannot be cancelled",
  "PR #482 showed that retries need jitter",
  "Write scratch files to /tmp, never into the repository",
  "The scale driver leaves a lock in /tmp/scale.lock when it is killed; delete it before a restart",
  "TODO comments need a ticket number",
  "Thanks to the index, the carrier search takes 3 ms",
  "CI is red when the broker is older than 3.2, because the protocol changed",
  "Done means reviewed, merged and deployed to staging",
  "OK responses have no body",
  "The freeze starts on 2026-12-20",
  "Hello packets are sent every 5 s",
  "No changes to the tariff table without Priya's approval",
  "Removed fields stay reserved in the protobuf files, so that numbers are not used again",
  "Use the work queue",
  "DOCK-17 explains why carriers are polled",
  "测试全部在仓库打印机上运行",
]

describe("session noise", () => {
  it.each(NOISE)("is named %s: %s", (kind, text) => {
    expect(findNoise(text)).toMatchObject({ kind })
    expect(findNoise(text)?.message).toMatch(/^\p{Lu}.+\.$/u)
  })

  it.each(MEMORY)("is of no use to a later session: %s", (text) => {
    expect(findNoise(text)).toBeNull()
  })

  it("is not detected in long entries", () => {
    expect(
      findNoise(
        `Today I fixed the printer. ${"The driver sends the label twice after a reset. ".repeat(12)}`,
      ),
    ).toBeNull()
  })

  it("is detected in linear time, for any input", () => {
    const hostile = [
      "done ".repeat(20_000),
      "ok, ".repeat(20_000),
      `/tmp/${"a/".repeat(50_000)}`,
      "at x (".repeat(20_000),
      "added ".repeat(20_000),
      `Added ${"a".repeat(100_000)}`,
      `- ${"[".repeat(50_000)}`,
      "~".repeat(50_000),
    ]
    expect(hostile.map(findNoise)).toHaveLength(hostile.length)
  })
})
