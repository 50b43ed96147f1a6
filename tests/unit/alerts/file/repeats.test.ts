import { describe, expect, it } from "vitest"
import { type FileFacts, instructionsRoot, isBelow } from "@/lib/memory/alerts/file/file-rule"
import { isLongEnough } from "@/lib/memory/alerts/file/redundant-entries"
import { entries, entryOf, fileOf, kinds, told } from "./files"

describe("entries that other agents have too", () => {
  const shared = (of: number, all: number, more: Partial<FileFacts> = {}) =>
    fileOf({ entries: entries(all, (index) => ({ saidElsewhere: index < of })), ...more })

  it("is counted, with the entries, from three on or half of the file", () => {
    expect(told("duplicate", shared(3, 40))).toMatchObject({
      severity: "info",
      line: 1,
      message: "3 of 40 entries are word-for-word duplicates of other agents’ entries in this project",
      evidence: { entries: ["entry-1", "entry-2", "entry-3"] },
    })
    expect(kinds(shared(2, 40))).toEqual([])
    expect(kinds(shared(2, 4))).toEqual(["duplicate"])
    expect(kinds(shared(2, 5))).toEqual([])
  })

  it("are not reported if short, shared, retired, a line of an index, or a placeholder", () => {
    expect(
      kinds(
        fileOf({
          entries: [
            entryOf(),
            entryOf({ line: 2, text: "| Error signal | Times | Seen |\n|---|---|---|", saidElsewhere: true }),
          ],
        }),
      ),
    ).toEqual([])
    expect(
      kinds(
        fileOf({
          entries: [entryOf({ text: "[Queues](queues.md) — how they drain in order", saidElsewhere: true })],
        }),
      ),
    ).toEqual([])
    expect(kinds(fileOf({ entries: [entryOf({ text: "Run the tests", saidElsewhere: true })] }))).toEqual([])
    expect(
      kinds(fileOf({ entries: [entryOf({ text: "Always run the tests", saidElsewhere: true })] })),
    ).toEqual(["duplicate"])
    expect(kinds(shared(3, 3, { agent: null }))).toEqual([])
    expect(
      kinds(fileOf({ entries: [entryOf({ state: "retired", saidElsewhere: true }), entryOf({ line: 2 })] })),
    ).toEqual([])
    expect(
      kinds(
        fileOf({
          sessions: 0,
          entries: [entryOf({ text: "No memories have been recorded yet", saidElsewhere: true })],
        }),
      ),
    ).toEqual([])
  })
})

describe("the minimum length of a copy", () => {
  it("ignores everything that a comparison ignores", () => {
    expect(
      ["Always run the tests", "always  RUN: the `tests`.", "Always run-the-tests!"].map(isLongEnough),
    ).toEqual([true, true, true])
    expect(["Run the tests", "run: the-tests!", "* Run * the * tests *"].map(isLongEnough)).toEqual([
      false,
      false,
      false,
    ])
    expect([isLongEnough("打造一款现象级产品"), isLongEnough("创始人")]).toEqual([true, false])
  })
})

describe("repetitions of the instructions", () => {
  const instructions = [
    {
      path: "CLAUDE.md",
      entries: [
        { line: 4, text: "Run the linter before every commit" },
        { line: 9, text: "Never push to the main branch directly" },
      ],
    },
  ]
  const restating = (count: number, all: number) =>
    fileOf({
      instructions,
      entries: entries(all, (index) =>
        index < count
          ? {
              text:
                ["Run the linter before every commit.", "Never push directly to the main branch"][index] ??
                "",
            }
          : {},
      ),
    })

  it("are counted in the entries, with the line of the instructions that they repeat", () => {
    expect(told("restates-instructions", restating(2, 40))).toMatchObject({
      severity: "info",
      line: 1,
      message: "2 of 40 entries repeat text from CLAUDE.md",
      evidence: { entries: ["entry-1", "entry-2"], names: ["CLAUDE.md:4", "CLAUDE.md:9"] },
    })
    expect(told("restates-instructions", restating(1, 10))?.message).toBe(
      "1 of 10 entries repeats text from CLAUDE.md, line 4",
    )
    expect(kinds(restating(1, 11))).toEqual([])
  })

  it("take no space in a file that is opened only on demand", () => {
    expect(kinds({ ...restating(2, 2), role: "topic", format: "claude-agent-memory" })).toEqual([])
    expect(kinds({ ...restating(2, 2), role: "topic", format: "cline-memory-bank" })).toEqual([
      "restates-instructions",
    ])
  })

  it("are found only below the folder of the instructions", () => {
    expect(
      [
        "CLAUDE.md",
        ".claude/CLAUDE.md",
        "app/.cursor/rules/a.mdc",
        "app/AGENTS.md",
        ".github/copilot-instructions.md",
      ].map(instructionsRoot),
    ).toEqual(["", "", "app", "app", ""])
    expect(isBelow("app/.claude/agent-memory/ann/MEMORY.md", "app/CLAUDE.md")).toBe(true)
    expect(isBelow("apple/MEMORY.md", "app/CLAUDE.md")).toBe(false)
  })
})

describe("session noise", () => {
  const noisy = (of: number, all: number, more: Partial<FileFacts> = {}) =>
    fileOf({ entries: entries(all, (index) => (index < of ? { text: "All tests pass" } : {})), ...more })

  it("is reported from a tenth of the file on, with a higher severity from a third on", () => {
    expect(told("session-noise", noisy(3, 30))).toMatchObject({
      severity: "info",
      message: "3 of 30 entries are notes about a single session",
    })
    expect(kinds(noisy(3, 31))).toEqual([])
    expect(kinds(noisy(2, 4))).toEqual([])
    expect(told("session-noise", noisy(3, 9))?.severity).toBe("warning")
  })

  it("has a higher limit in files that are opened on demand", () => {
    expect(kinds(noisy(3, 16, { role: "topic", format: "serena-memories", agent: null }))).toEqual([])
    expect(kinds(noisy(3, 15, { role: "topic", format: "serena-memories", agent: null }))).toEqual([
      "session-noise",
    ])
  })

  it("includes any entries that the policy names, however few", () => {
    const file = fileOf({
      entries: entries(40, (index) =>
        index === 7 ? { text: "Standup notes of Monday, nothing decided" } : {},
      ),
    })
    expect(kinds(file)).toEqual([])
    expect(told("session-noise", file, { noisePhrases: ["standup NOTES"] })?.evidence.entries).toEqual([
      "entry-8",
    ])
  })
})
