import { describe, expect, it } from "vitest"
import { headlineOf, similarityWords, supportWords, tagsOf } from "@/components/proposals/proposal-text"
import { titleOf } from "@/components/proposals/proposal-title"
import { refusalWords } from "@/components/proposals/rejection-text"
import { budgetWords } from "@/components/proposals/proposal-facts"
import { proposalDecisionWords } from "@/components/proposals/proposal-pane"
import { snoozeChoices } from "@/components/queue/snooze-panel"

const entry = "0190a000-0000-7000-8000-000000000001"

describe("the title of a proposal", () => {
  const path = ".claude/agent-memory/architecture/MEMORY.md"

  it("names the requested change and its location", () => {
    const titles = (["add", "edit", "retire", "restore", "remove"] as const).map((kind) =>
      titleOf({ kind, section: "Shared Patterns", path }),
    )
    expect(titles).toEqual([
      "Add one entry to Shared Patterns",
      "Change one entry in Shared Patterns",
      "Retire one entry in Shared Patterns",
      "Restore one entry in Shared Patterns",
      "Remove one entry from Shared Patterns",
    ])
  })

  it("names the file where there is no section", () => {
    expect(titleOf({ kind: "add", section: null, path })).toBe("Add one entry to architecture/MEMORY.md")
  })

  it("names the section that an entry moves to, not the one it leaves", () => {
    expect(
      titleOf({
        kind: "move",
        section: "Notes",
        path,
        changes: [{ kind: "move", entry, before: "a", section: "Shared Patterns" }],
      }),
    ).toBe("Move one entry to Shared Patterns")
    expect(
      titleOf({
        kind: "move",
        section: "Notes",
        path,
        changes: [{ kind: "move", entry, before: "a", section: null }],
      }),
    ).toBe("Move one entry to the top of the file")
  })

  it("counts the changes of a proposal with several", () => {
    const change = { kind: "remove", entry, before: "a" } as const
    expect(titleOf({ kind: "several", section: null, path, changes: [change, change, change, change] })).toBe(
      "4 changes to architecture/MEMORY.md",
    )
    expect(titleOf({ kind: "several", section: null, path })).toBe(
      "Multiple changes to architecture/MEMORY.md",
    )
  })
})

describe("the headline of a proposal", () => {
  it("of a change shows the old and the new text", () => {
    expect(
      headlineOf({
        kind: "edit",
        before: "Config files are YAML",
        text: "Config files are TOML since the March migration",
      }),
    ).toBe("Config files are YAML → Config files are TOML since the March migration")
  })

  it("of a change of a long entry is the part that differs", () => {
    const words = Array.from({ length: 40 }, (_, place) => `word${place}`)
    expect(
      headlineOf({ kind: "edit", before: words.join(" "), text: words.with(20, "other").join(" ") }),
    ).toBe(
      "… word16 word17 word18 word19 word20 word21 word22 word23 word24 … → … word16 word17 word18 word19 other word21 word22 word23 word24 …",
    )
  })

  it("is a single line for any entry", () => {
    expect(headlineOf({ kind: "add", before: null, text: "  two\n\tlines " })).toBe("two lines")
    expect(headlineOf({ kind: "edit", before: "a\nb", text: "a b" })).toBe("a b")
    expect(
      headlineOf({ kind: "several", before: null, text: "Batches hold 500 rows\nClocks are  frozen" }),
    ).toBe("Batches hold 500 rows · Clocks are frozen")
  })
})

describe("tags", () => {
  const approvals = { given: 0, needed: 1, mine: false }

  it("show the state of a proposal, then the findings", () => {
    expect(
      tagsOf({
        standing: "needs-rebase",
        found: ["instruction-like", "over-budget"],
        like: null,
        approvals,
      }).map((tag) => tag.words),
    ).toEqual(["needs rebase", "instruction-like", "over budget"])
  })

  it("are empty for an applicable proposal without findings", () => {
    expect(tagsOf({ standing: "applies", found: [], like: null, approvals })).toEqual([])
  })

  it("leave a likeness to the words that name its line", () => {
    const like = { path: "a/MEMORY.md", line: 41, percent: 87, sameFile: true }
    expect(tagsOf({ standing: "applies", found: ["near-duplicate"], like, approvals })).toEqual([])
    expect(similarityWords(like)).toBe("similar to line 41 (87%)")
    expect(similarityWords({ ...like, sameFile: false })).toBe("similar to a/MEMORY.md:41 (87%)")
  })

  it("count the approvals if a second one is required", () => {
    expect(
      tagsOf({
        standing: "applies",
        found: [],
        like: null,
        approvals: { given: 1, needed: 2, mine: true },
      }).map((tag) => tag.words),
    ).toEqual(["1 of 2 approvals"])
  })
})

describe("snoozing", () => {
  it("offers later, tomorrow, Monday, a week and a month, from the given time", () => {
    const wednesday = new Date(2026, 10, 18, 14, 20)
    expect(snoozeChoices(wednesday).map(({ key, words, until }) => [key, words, until])).toEqual([
      ["1", "In three hours", new Date(2026, 10, 18, 17, 20)],
      ["2", "Tomorrow morning", new Date(2026, 10, 19, 9)],
      ["3", "Monday morning", new Date(2026, 10, 23, 9)],
      ["4", "In a week", new Date(2026, 10, 25, 9)],
      ["5", "In four weeks", new Date(2026, 11, 16, 9)],
    ])
  })

  it("names no day twice", () => {
    expect(snoozeChoices(new Date(2026, 10, 22, 14)).map(({ words }) => words)).toEqual([
      "In three hours",
      "Tomorrow morning",
      "In a week",
      "In four weeks",
    ])
    expect(snoozeChoices(new Date(2026, 10, 23, 14)).map(({ words }) => words)).toEqual([
      "In three hours",
      "Tomorrow morning",
      "Monday morning",
      "In four weeks",
    ])
  })

  it("offers nothing that is past", () => {
    for (let hour = 0; hour < 24 * 14; hour += 1) {
      const now = new Date(2026, 1, 20, hour)
      const choices = snoozeChoices(now)
      expect(choices.every(({ until }) => until > now)).toBe(true)
      expect(choices.map(({ key }) => key)).toEqual(choices.map((_, place) => String(place + 1)))
    }
  })
})

describe("sentences", () => {
  it("name who decided, when, and the result", () => {
    const decided = {
      verdict: "approved",
      by: "Mara Reyes",
      mine: false,
      reason: "",
      at: "2026-11-21T09:00:00Z",
      revision: 58,
      rule: null,
      path: null,
      fileId: null,
      reverted: null,
    }
    expect(proposalDecisionWords(decided, "2026-11-21T12:00:00Z")).toBe(
      "Approved by Mara Reyes 3 h ago, as revision 58",
    )
    expect(
      proposalDecisionWords(
        { ...decided, verdict: "edited", rule: "facts of the coach", revision: null },
        "2026-11-21T12:00:00Z",
      ),
    ).toBe("Approved with edits by the rule “facts of the coach” 3 h ago")
    expect(
      proposalDecisionWords(
        { ...decided, reverted: { by: "Ana Reyes", at: "2026-11-21T11:00:00Z" } },
        "2026-11-21T12:00:00Z",
      ),
    ).toBe("Approved by Mara Reyes 3 h ago, as revision 58; reverted by Ana Reyes 1 h ago")
  })

  it("say why a decision was refused, in the server's words where it has some", () => {
    expect(refusalWords({ reason: "stale", message: "" })).toBe(
      "The proposal has changed since you opened it. Review it again",
    )
    expect(refusalWords({ reason: "stale", message: "line 41 reads otherwise now" })).toBe(
      "Line 41 reads otherwise now",
    )
    expect(refusalWords({ reason: "something new", message: " " })).toBe(
      "The decision was not saved. Try again",
    )
    expect(refusalWords(null)).toBe("The decision was not saved. Try again")
  })

  it("state what is left of the budget and what would not be loaded", () => {
    const budget = { lines: 93, after: 94, budget: 100, loads: 200, cut: null }
    expect(budgetWords(budget)).toBe("94 lines after this change (budget: 100). Load limit: 200.")
    expect(budgetWords({ ...budget, after: 212 })).toBe(
      "212 lines after this change (budget: 100). 12 lines past the load limit.",
    )
    expect(budgetWords({ ...budget, budget: null, loads: null })).toBe(
      "94 lines after this change. The whole file is loaded.",
    )
  })

  it("count the authors if there are several", () => {
    expect(supportWords(1)).toBeNull()
    expect(supportWords(2)).toBe("supported by 2 agents")
  })
})
