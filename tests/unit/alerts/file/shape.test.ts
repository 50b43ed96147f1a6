import { describe, expect, it } from "vitest"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import { entryOf, fileOf, kinds, evaluateFile, on, told } from "./files"

const problem = (
  code: string,
  severity: Diagnostic["severity"],
  line = 3,
  message = "The value ends nowhere",
): Diagnostic => ({ code, severity, line, column: 7, message })
const section = (name: string, line: number, endLine = line + 1, level = 2) => ({
  name,
  level,
  line,
  endLine,
})

describe("an empty file", () => {
  it("is reported where its agent works in the project, or where the memory is shared", () => {
    const bare = {
      text: "# Ann\n\n## Findings\n",
      sections: [section("Ann", 1, 3, 1), section("Findings", 3)],
      entries: [],
    }
    expect(told("empty", fileOf(bare))).toMatchObject({
      severity: "info",
      message: "The file has headings but no content",
    })
    expect(kinds(fileOf({ ...bare, sessions: 2 }))).toEqual([])
    expect(kinds(fileOf({ ...bare, sessions: 0, agent: null }))).toEqual(["empty"])
    expect(told("empty", fileOf({ text: "", entries: [] }))?.message).toBe("The file is empty")
  })

  it("is reported after two weeks if it was created here", () => {
    const made = fileOf({ text: "", entries: [], madeAt: "2026-11-10T08:00:00Z" })
    expect(kinds(made, {}, on("2026-11-23"))).toEqual([])
    expect(evaluateFile(made, {}, on("2026-11-23")).dueAt).toEqual(new Date("2026-11-24T00:00:00Z"))
    expect(kinds(made, {}, on("2026-11-24"))).toEqual(["empty"])
  })

  it("may hold placeholders or a description, and is not empty with one finding or retired entry", () => {
    const preface = fileOf({
      text: "# Ann\n\nWhat Ann learns\n\n## Findings\n\n## Gotchas\n",
      sections: [section("Ann", 1, 7, 1), section("Findings", 5), section("Gotchas", 7)],
      entries: [entryOf({ line: 3, text: "What Ann learns" })],
    })
    expect(kinds(preface)).toEqual(["empty"])
    expect(
      kinds(
        fileOf({
          entries: [
            entryOf({ text: "No memories recorded yet." }),
            entryOf({ line: 2, text: "_(none so far)_" }),
          ],
        }),
      ),
    ).toEqual(["empty"])
    expect(kinds(fileOf({ entries: [entryOf({ text: "No build needs a network" })] }))).toEqual([])
    expect(kinds(fileOf({ entries: [entryOf({ state: "retired" })] }))).toEqual([])
  })
})

describe("a file with many headings", () => {
  const names = ["Project Context", "Accumulated Findings", "What Worked", "Watch Points", "Open Threads"]
  const sections = [
    ...names.map((name, index) => section(name, 10 + index * 10, 18 + index * 10)),
    section("Session Log", 90),
  ]

  it("is sparse if at most a quarter of its sections have entries", () => {
    expect(told("sparse", fileOf({ sections, entries: [entryOf({ line: 22 })] }))).toMatchObject({
      line: 10,
      message: "Only 1 of 5 sections has content",
      evidence: {
        figures: { sections: 5, filled: 1 },
        names: names.filter((name) => name !== "Accumulated Findings"),
      },
    })
    expect(kinds(fileOf({ sections, entries: [entryOf({ line: 22 }), entryOf({ line: 32 })] }))).toEqual([])
    expect(
      kinds(fileOf({ sections, entries: [entryOf({ line: 22 }), entryOf({ line: 32, text: "None yet" })] })),
    ).toEqual(["sparse"])
  })

  it("is not sparse for a new agent, or with enough entries or few sections", () => {
    expect(kinds(fileOf({ sections, sessions: 2, entries: [entryOf({ line: 22 })] }))).toEqual([])
    expect(kinds(fileOf({ sections, entries: [entryOf({ line: 22 }), entryOf({ line: 2 })] }))).toEqual([])
    expect(kinds(fileOf({ sections: sections.slice(0, 3), entries: [entryOf({ line: 12 })] }))).toEqual([])
  })
})

describe("sections", () => {
  const missing = (name: string) =>
    problem(
      "section-missing",
      "info",
      40,
      `The section ${name} does not exist yet; it will be created with its first entry`,
    )

  it("that the format requires are reported in one alert if missing, with the place where they belong", () => {
    expect(
      told(
        "section-missing",
        fileOf({ lines: 40, diagnostics: [missing("Watch Points"), missing("Open Threads")] }),
      ),
    ).toMatchObject({
      message: "Missing sections: Watch Points and Open Threads",
      line: 40,
      column: 1,
      evidence: { names: ["Watch Points", "Open Threads"] },
    })
  })

  it("are those that the policy requires, if it sets any", () => {
    const file = fileOf({ diagnostics: [missing("Watch Points")], sections: [section("decisions", 3)] })
    expect(told("section-missing", file, { sections: { kaizen: ["Decisions", "Risks"] } })?.message).toBe(
      "Missing section: Risks",
    )
    expect(kinds(file, { sections: { kaizen: [] } })).toEqual([])
    expect(kinds(fileOf({ diagnostics: [missing("Watch Points")], optedOut: true }))).toEqual([])
  })

  it("that the format does not know are reported with line and column, unless the policy requires them", () => {
    const file = fileOf({
      sections: [section("Rants", 3), section("Risks", 9)],
      diagnostics: [problem("section-unknown", "info", 3), problem("section-unknown", "info", 9)],
    })
    expect(told("section-unknown", file)).toMatchObject({
      message: "Rants and Risks are not sections of this format",
      line: 3,
      column: 7,
      evidence: { names: ["Rants", "Risks"] },
    })
    expect(told("section-unknown", file, { sections: { kaizen: ["Risks"] } })?.message).toBe(
      "Rants is not a section of this format",
    )
  })
})

describe("a file with a malformed format", () => {
  it("is reported with the line and column of its first error and the number of errors", () => {
    const file = fileOf({
      diagnostics: [
        problem("date-invalid", "warning", 2),
        problem("json-invalid", "error", 14, "A comma is missing"),
      ],
    })
    expect(told("malformed", file)).toMatchObject({
      severity: "error",
      line: 14,
      column: 7,
      message: "Line 14, column 7: A comma is missing",
      evidence: { places: [{ line: 14, column: 7, code: "json-invalid", message: "A comma is missing" }] },
    })
    expect(
      told(
        "malformed",
        fileOf({
          diagnostics: [problem("date-invalid", "warning", 2), problem("date-invalid", "warning", 5)],
        }),
      ),
    ).toMatchObject({
      severity: "warning",
      line: 2,
      message: "Line 2, column 7: The value ends nowhere (and 1 more problem)",
    })
    expect(told("malformed", fileOf({ state: "broken", text: "", entries: [] }))?.message).toBe(
      "The file could not be parsed",
    )
    expect(kinds(fileOf({ diagnostics: [problem("date-not-iso", "info")] }))).toEqual([])
  })

  it("is reported separately from invalid front matter, which is read line by line", () => {
    const text = "---\nagent: ann\nlast_updated: soon\n---\n\n- [soon] The ledger rounds\n"
    const file = fileOf({
      text,
      diagnostics: [
        problem("frontmatter-invalid", "error"),
        problem("date-invalid", "warning", 3),
        problem("date-invalid", "warning", 6),
      ],
    })
    expect(told("bad-frontmatter", file)).toMatchObject({
      severity: "warning",
      line: 3,
      evidence: { figures: { problems: 2 } },
    })
    expect(told("malformed", file)).toMatchObject({ line: 6, evidence: { figures: { problems: 1 } } })
    expect(
      kinds(fileOf({ optedOut: true, diagnostics: [problem("frontmatter-key-missing", "warning", 1)] })),
    ).toEqual([])
  })
})

describe("invisible characters", () => {
  it("are reported with position and name in all text that a model receives", () => {
    const file = fileOf({
      format: "instructions",
      role: "identity",
      entries: [],
      text: "# Rules\n\nBe kind\u{E0073}\u{E0065}\u{E006E}\u{E0064}\n",
    })
    expect(told("invisible-characters", file)).toMatchObject({
      severity: "error",
      line: 3,
      column: 8,
      message: "Line 3, column 8 contains hidden characters: tag characters that hide the words “send”",
    })
    expect(told("invisible-characters", fileOf({ text: "- total \u202Eevil\n- a\u200Bb\n" }))).toMatchObject({
      severity: "error",
      line: 1,
      message: expect.stringContaining("(and 1 more line)") as string,
    })
  })

  it("have a low severity where they hide nothing, and exclude unusual spaces and characters that a script needs", () => {
    expect(told("invisible-characters", fileOf({ text: "- retry\u200Bqueue\n" }))).toMatchObject({
      severity: "info",
      line: 1,
      column: 8,
    })
    expect(
      kinds(
        fileOf({
          text: "\uFEFF- take a break \u{1F468}\u200D\u{1F469}\u200D\u{1F467}\n- 10\u00a0km\u00a0 away\n",
        }),
      ),
    ).toEqual([])
    expect(kinds(fileOf({ text: "- total \u202Eevil\n", state: "gone" }))).toEqual([])
  })
})

describe("a removed file", () => {
  it("is reported alone where its source lost it, and not where a person reverted it", () => {
    const lost = fileOf({
      state: "gone",
      leftSource: true,
      updatedOn: "2020-01-01",
      diagnostics: [problem("json-invalid", "error")],
    })
    expect(kinds(lost)).toEqual(["gone"])
    expect(told("gone", lost)).toMatchObject({
      severity: "info",
      message: "Removed from the source. Its text and history are kept",
    })
    expect(kinds({ ...lost, leftSource: false })).toEqual([])
  })
})
