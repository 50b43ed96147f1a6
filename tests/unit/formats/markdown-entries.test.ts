import { describe, expect, test } from "vitest"
import { serenaMemories } from "@/lib/formats/cline-serena-codex-memory"

const PATH = ".serena/memories/notes.md"
const texts = (text: string) => serenaMemories.parse(text, PATH).entries.map((entry) => entry.text)

describe("the entries of a markdown file", () => {
  test("a top-level list item with everything nested in it", () => {
    expect(texts("- one\n  - deeper\n\n    more\n- two\n\n  ```\n  # no heading\n  ```\n")).toEqual([
      "one\n- deeper\n\n  more",
      "two\n\n```\n# no heading\n```",
    ])
    expect(texts("1) first\n2) second\n* star\n+ plus\n- [ ] open\n- [x] done\n")).toEqual([
      "first",
      "second",
      "star",
      "plus",
      "[ ] open",
      "[x] done",
    ])
  })

  test("a paragraph with the fence that follows it directly, and each row of a table", () => {
    expect(
      texts(
        "It runs as root.\n\n```sh\nmake\n```\n\nResults vary.\n| a | b |\n|---|---|\n| 1 | 2 |\n| - | |\n\nOnly words.\n",
      ),
    ).toEqual(["It runs as root.\n\n```sh\nmake\n```", "Results vary.", "1 | 2", "Only words."])
  })

  test("include a fence without such a paragraph, and exclude a table without rows", () => {
    expect(texts("# H\n\n```\na\n```\n\n```\nb\n```\n\n| a |\n|---|\n---\n")).toEqual([
      "```\na\n```",
      "```\nb\n```",
    ])
  })

  test("a quote counts like a paragraph", () => {
    expect(texts("> Quoted words\n> go on\n")).toEqual(["Quoted words\ngo on"])
  })

  test("exclude headings, comments, rules, front matter, empty items and structure within a fence or a comment", () => {
    expect(
      texts(
        "---\nname: x\n---\n# H\n\nTitle\n===\n\n<!-- - not one\n\n- nor this\n-->\n\n---\n\n-\n- \n\n```\n- not this\n## nor this\n```\n",
      ),
    ).toEqual(["```\n- not this\n## nor this\n```"])
  })

  test("a byte order mark does not count as a line, and CRLF and CR are line breaks", () => {
    for (const eol of ["\n", "\r\n", "\r"]) {
      const { entries, sections } = serenaMemories.parse(
        `\uFEFF# H${eol}${eol}- one${eol}  two${eol}- three`,
        PATH,
      )
      expect(sections[0]).toMatchObject({ name: "H", span: { line: 1, start: 1 } })
      expect(entries.map(({ text, span }) => [text, span.line, span.endLine])).toEqual([
        ["one\ntwo", 3, 4],
        ["three", 5, 5],
      ])
    }
  })

  test("a struck entry is retired, a strike within a statement is a correction", () => {
    const { entries } = serenaMemories.parse(
      "- ~~npm~~ ← STALE (pnpm)\n- ~~gap~~ — RESOLVED in May\n- ~~gone~~\n- ~~npm~~ pnpm is used\n",
      PATH,
    )
    expect(entries.map(({ state, text, retiredBecause }) => [state, text, retiredBecause])).toEqual([
      ["retired", "npm", "pnpm"],
      ["retired", "gap", "RESOLVED in May"],
      ["retired", "gone", null],
      ["current", "~~npm~~ pnpm is used", null],
    ])
  })

  test("a fence is retired by a comment above it, and restored without a trace", () => {
    const file = "# H\n- item\n```\ncode\n```\n"
    const retired = serenaMemories.revise(file, PATH, [{ kind: "retire", entry: 1, why: "renamed" }])
    expect(retired).toBe("# H\n- item\n<!-- ← STALE (renamed) -->\n```\ncode\n```\n")
    expect(serenaMemories.parse(retired, PATH).entries[1]).toMatchObject({
      state: "retired",
      retiredBecause: "renamed",
      text: "```\ncode\n```",
    })
    expect(serenaMemories.revise(retired, PATH, [{ kind: "restore", entry: 1 }])).toBe(file)
    expect(serenaMemories.revise(retired, PATH, [{ kind: "remove", entry: 1 }])).toBe("# H\n- item\n")
  })

  test("nesting beyond reason is one diagnostic and no crash", { timeout: 30_000 }, () => {
    for (const text of [
      `${">".repeat(20_000)} x\n`,
      `${"- ".repeat(20_000)}x\n`,
      Array.from({ length: 3_000 }, (_, depth) => `${" ".repeat(2 * depth)}- x`).join("\n"),
    ]) {
      expect(serenaMemories.parse(text, PATH)).toMatchObject({
        entries: [],
        diagnostics: [{ code: "nesting-too-deep" }],
      })
    }
  })
})

describe("adding and removing", () => {
  const add = (text: string, words: string, section: string | null = null) =>
    serenaMemories.revise(text, PATH, [{ kind: "add", section, text: words, date: null }])

  test.each([
    ["an empty file", "", "- x\n"],
    ["a byte order mark alone", "\uFEFF", "\uFEFF- x\n"],
    ["a file without a last line break", "- a", "- a\n- x"],
    ["a file of CRLF lines", "- a\r\n- b\r\n", "- a\r\n- b\r\n- x\r\n"],
    ["a loose list", "- a\n\n- b\n", "- a\n\n- b\n\n- x\n"],
    ["a numbered list", "9. a\n10. b\n", "9. a\n10. b\n11. x\n"],
    ["a list of stars", "  * a\n", "  * a\n  * x\n"],
    ["frontmatter alone", "---\nname: x\n---\n", "---\nname: x\n---\n\n- x\n"],
    ["an open fence", "```\ncode\n", "- x\n\n```\ncode\n"],
    ["an open comment", "<!--\n- a\n", "- x\n\n<!--\n- a\n"],
    ["a table of one column", "| a |\n|---|\n| 1 |\n", "| a |\n|---|\n| 1 |\n| x |\n"],
    ["a table at the end", "| a | b |\n|---|---|\n| 1 | 2 |\n", "| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n"],
    ["a template's placeholder", "## H\n\n(none yet)\n", "- x\n\n## H\n\n(none yet)\n"],
    ["a paragraph", "Words.\n", "Words.\n\n- x\n"],
    ["a heading alone", "# H", "- x\n\n# H"],
  ])("to %s", (_, before, after) => {
    expect(add(before, "x")).toBe(after)
    const index = serenaMemories.parse(after, PATH).entries.findIndex((entry) => entry.text === "x")
    expect(serenaMemories.revise(after, PATH, [{ kind: "remove", entry: index }])).toBe(before)
  })

  test("text that looks like structure is read back as one entry", () => {
    for (const words of [
      "# heading",
      "- bullet\n- bullet",
      "```js\ncode\n\n- more\n```",
      "---",
      "***",
      "> quote",
      "| a |\n|---|",
      "<!-- open",
      "a\n\n\nb",
      "1. one",
      "~~~\nopen fence",
    ]) {
      const added = add("# H\n\n- a\n\n## Next\n\n- b\n", words, "H")
      expect(serenaMemories.parse(added, PATH).entries.map((entry) => entry.text)).toEqual(["a", words, "b"])
    }
  })

  test("taking out the first of a list keeps the blank line below the heading", () => {
    const file = "# H\n\n- a\n- b\n- c\n"
    const remove = (...entries: number[]) =>
      serenaMemories.revise(
        file,
        PATH,
        entries.map((entry) => ({ kind: "remove", entry })),
      )
    expect([remove(0), remove(1), remove(2), remove(0, 1), remove(0, 1, 2)]).toEqual([
      "# H\n\n- b\n- c\n",
      "# H\n\n- a\n- c\n",
      "# H\n\n- a\n- b\n",
      "# H\n\n- c\n",
      "# H\n",
    ])
  })

  test("missing entries and empty texts are rejected", () => {
    expect(() => serenaMemories.revise("- a\n", PATH, [{ kind: "edit", entry: 1, text: "x" }])).toThrow(
      RangeError,
    )
    expect(() => serenaMemories.revise("- a\n", PATH, [{ kind: "edit", entry: 0, text: " \n" }])).toThrow(
      RangeError,
    )
    expect(() => add("- a\n", "  ")).toThrow(RangeError)
  })
})
