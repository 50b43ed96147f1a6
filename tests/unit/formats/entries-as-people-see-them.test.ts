import { describe, expect, test } from "vitest"
import { categoryMemory } from "@/lib/formats/category-memory"
import { claudeAutoMemory } from "@/lib/formats/claude/claude-memory"
import { serenaMemories } from "@/lib/formats/cline-serena-codex-memory"
import { isPlaceholder } from "@/lib/formats/markdown/placeholders"

const PATH = ".serena/memories/notes.md"
const TOPIC = ".claude/memory/feedback_cache.md"
const CATEGORY = ".claude/agent-memory/review/MEMORY.md"

const titled = (text: string) =>
  serenaMemories.parse(text, PATH).entries.map((entry) => [entry.title, entry.text])

describe("labels", () => {
  test.each([
    [
      "an array",
      "**Verification:**\n\n- run the smoke tests\n- read the log\n",
      ["run the smoke tests", "read the log"],
    ],
    ["a fence", "Verification:\n\n```sh\nmake smoke\n```\n", ["```sh\nmake smoke\n```"]],
    ["a paragraph", "_Verification_\n\nThe smoke tests take a minute.\n", ["The smoke tests take a minute."]],
    ["a quote", "**Verification**:\n> It was green.\n", ["It was green."]],
    ["a table", "Verification:\n| step | time |\n|---|---|\n| smoke | 1 min |\n", ["smoke | 1 min"]],
  ])("are the title of %s below and no entry", (_, file, entries) => {
    expect(titled(file)).toEqual(entries.map((text) => ["Verification", text]))
  })

  test("reach to the end of their block, and one below another adds to it", () => {
    expect(titled("**Release**\n\nSteps:\n1. tag\n2. push\n\nThe registry is slow.\n")).toEqual([
      ["Release: Steps", "tag"],
      ["Release: Steps", "push"],
      [null, "The registry is slow."],
    ])
  })

  test("with nothing below say nothing, while a sentence in bold does", () => {
    expect(
      titled(
        "## A\n\nNext steps:\n\n## B\n\n**Never push to main**\n\n## C\n\n**Never rebase.**\n\n- ever\n",
      ),
    ).toEqual([
      [null, "**Never push to main**"],
      [null, "**Never rebase.**"],
      [null, "ever"],
    ])
  })

  test("behind other sentences leave those an entry", () => {
    expect(titled("Redis is the broker. Mitigations:\n\n- a password\n")).toEqual([
      [null, "Redis is the broker. Mitigations:"],
      ["Mitigations", "a password"],
    ])
  })

  test("of a table are its column headings", () => {
    const [entry] = serenaMemories.parse("| Service | Port |\n|---|---|\n| Redis | 6379 |\n", PATH).entries
    expect(entry).toMatchObject({ text: "Redis | 6379", labels: ["Service", "Port"], title: null })
  })
})

describe("parts", () => {
  const RULE =
    "The cache is cold at night.\n\n**Why:** the job empties it.\n\n**How to apply:**\n\n- warm it\n- or wait\n"

  test("that begin with a bold label belong to the paragraph above, with their list", () => {
    expect(titled(`${RULE}\nDeploys are manual.\n`)).toEqual([
      [null, RULE.trim()],
      [null, "Deploys are manual."],
    ])
    expect(titled("**Problem:** it hangs.\n\n**Fix:** restart.\n\n**Problem:** it leaks.\n")).toEqual([
      [null, "**Problem:** it hangs.\n\n**Fix:** restart."],
      [null, "**Problem:** it leaks."],
    ])
    expect(titled("We use vitest.\n\n**Commands:**\n- npm test\n")).toEqual([
      [null, "We use vitest."],
      ["Commands", "npm test"],
    ])
  })

  test("do not begin with a date", () => {
    expect(titled("Cut over.\n\n**2026-03-04:** rolled back\n").map(([, text]) => text)).toEqual([
      "Cut over.",
      "rolled back",
    ])
  })

  test("make one entry of a typed topic file, lists and all, unless it gives two reasons", () => {
    const front = "---\nname: cache\ndescription: Warm the cache\ntype: feedback\n---\n\n"
    const texts = (body: string) =>
      claudeAutoMemory.parse(front + body, TOPIC).entries.map((entry) => entry.text)
    const whole =
      "Warm the cache:\n\n1. at six\n2. at nine\n\n**Why:** it is cold.\n\nMeasured in May.\n\n**How to apply:** cron."
    expect(texts(`${whole}\n`)).toEqual([whole])
    expect(texts("One.\n\n**Why:** a.\n\nTwo.\n\n**Why:** b.\n")).toEqual([
      "One.\n\n**Why:** a.",
      "Two.\n\n**Why:** b.",
    ])
    expect(texts("- one\n- two\n")).toEqual(["one", "two"])
  })

  test("are edited, retired and taken out with their entry", () => {
    const file = `# H\n\n${RULE}\nDeploys are manual.\n`
    const edited = serenaMemories.revise(file, PATH, [
      { kind: "edit", entry: 0, text: RULE.trim().replace("or wait", "or wait an hour") },
    ])
    expect(edited).toBe(file.replace("or wait", "or wait an hour"))
    const retired = serenaMemories.revise(file, PATH, [{ kind: "retire", entry: 0, why: "no job" }])
    expect(serenaMemories.parse(retired, PATH).entries[0]).toMatchObject({
      state: "retired",
      text: RULE.trim(),
    })
    expect(serenaMemories.revise(retired, PATH, [{ kind: "restore", entry: 0 }])).toBe(file)
    expect(serenaMemories.revise(file, PATH, [{ kind: "remove", entry: 0 }])).toBe(
      "# H\n\nDeploys are manual.\n",
    )
  })
})

describe("placeholders", () => {
  test.each([
    "No patterns recorded yet",
    "_No entries yet._",
    "(none yet)",
    "None.",
    "N/A",
    "_Add notes here_",
    "TODO: fill in",
    "TBD",
    "**Status:** TBD",
    "[Describe the architecture]",
    "{{project_name}}",
    "[YYYY-MM-DD] statement",
    "Populate as you discover what works",
    "To be filled in later",
    "No sessions have been recorded yet. Add one line per session.",
  ])("%s", (text) => expect(isPlaceholder(text)).toBe(true))

  test.each([
    "Authentication: none",
    "No Windows build available yet",
    "TODO comments are forbidden",
    "Add tests below `tests/unit`",
    "No entry may exceed 100 lines",
    "Notes are kept in [notes](notes.md)",
    "None of the workers retries",
    "[ ] Describe the release",
    "[Describe](describe.md)",
    "Nothing is recorded before consent",
    "Dates are written YYYY-MM-DD",
  ])("but not: %s", (text) => expect(isPlaceholder(text)).toBe(false))

  test("are not entries, whether a paragraph, an item or a row", () => {
    expect(titled("(none yet)\n\n- TBD\n- one\n\n| a | b |\n|---|---|\n| none | — |\n| x | |\n")).toEqual([
      [null, "one"],
      [null, "x |"],
    ])
  })
})

describe("the description of a category's section", () => {
  const FILE =
    "# Review Category Memory\n\n## Shared Patterns\n\nWhat every reviewer knows.\n\n- [2026-02-10] Diffs are read twice\n\nReviews end by noon.\n\n## Risk-Specific\n\nWhat the risk role knows.\n"

  test("is not an entry, and stays in place when entries are added or removed", () => {
    const { sections, entries } = categoryMemory.parse(FILE, CATEGORY)
    expect(entries.map(({ text }) => text)).toEqual(["Diffs are read twice", "Reviews end by noon."])
    expect(sections.map(({ description }) => description)).toEqual([
      null,
      "What every reviewer knows.",
      "What the risk role knows.",
    ])
    const added = categoryMemory.revise(FILE, CATEGORY, [
      { kind: "add", section: "Risk-Specific", text: "Retries hide outages", date: "2026-02-11" },
    ])
    expect(added).toBe(`${FILE}\n- [2026-02-11] Retries hide outages\n`)
    expect(categoryMemory.revise(added, CATEGORY, [{ kind: "remove", entry: 2 }])).toBe(FILE)
  })

  test("stays a description after the only item below it is removed and restored", () => {
    const file = "# Review\n\n## Habits\n\nHow reviews go.\n\n- [2026-02-10] They end by noon\n"
    const without = categoryMemory.revise(file, CATEGORY, [{ kind: "remove", entry: 0 }])
    const { sections, entries } = categoryMemory.parse(without, CATEGORY)
    expect(entries).toEqual([])
    expect(sections[1]?.description).toBe("How reviews go.")
    const again = categoryMemory.revise(without, CATEGORY, [
      { kind: "add", section: "Habits", text: "They end by noon", date: "2026-02-10" },
    ])
    expect(again.indexOf("How reviews go.")).toBeLessThan(again.indexOf("They end by noon"))
    expect(categoryMemory.parse(again, CATEGORY).entries).toMatchObject([{ text: "They end by noon" }])
  })

  test("is the text before the items; a section of prose holds entries", () => {
    const { entries } = categoryMemory.parse("# Review\n\n## Habits\n\nReviews end by noon.\n", CATEGORY)
    expect(entries.map(({ text }) => text)).toEqual(["Reviews end by noon."])
  })
})

describe("a paragraph line that is indented less than its item", () => {
  const file = "- one goes\non here\n  and here\n- two\n"
  const edit = (text: string) => serenaMemories.revise(file, PATH, [{ kind: "edit", entry: 0, text }])

  test("keeps its indentation when another line of the entry is edited", () => {
    expect(edit("one runs\non here\nand here")).toBe("- one runs\non here\n  and here\n- two\n")
    expect(edit("one goes\non there\nand here")).toBe("- one goes\non there\n  and here\n- two\n")
    expect(edit("one goes\nfar\non here\nand here")).toBe("- one goes\n  far\non here\n  and here\n- two\n")
  })
})
