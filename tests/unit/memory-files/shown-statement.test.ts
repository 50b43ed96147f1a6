import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { shownEntry, shownStatement } from "@/lib/memory/memory-files/shown-statement"

describe("an entry among others", () => {
  it("is shown with its label, and a row's cells with their column headings", () => {
    expect(shownEntry({ text: "run the smoke tests", title: "Verification" })).toBe(
      "Verification: run the smoke tests",
    )
    expect(shownEntry({ text: "```sh\nmake\n```", title: "Build" })).toBe("Build: make")
    expect(shownEntry({ text: "a\nb", title: "Build" })).toBe("Build:\na\nb")
    expect(shownEntry({ text: "Redis | 6380 |", title: null, labels: ["Service", "Port", "Note"] })).toBe(
      "Service: Redis · Port: 6380",
    )
    expect(shownEntry({ text: "a | b | c", title: "T", labels: ["", "B"] })).toBe("T: a · B: b · c")
    expect(shownEntry({ text: "plain", title: null, labels: [] })).toBe("plain")
  })
})

describe("the displayed text of an entry", () => {
  it.each([
    ["a row", "| Ledger | rounds half-even | 2026 |", "Ledger · rounds half-even · 2026"],
    [
      "a table",
      "| Part | Rule |\n| --- | :-: |\n| Ledger | half-even |\n| Bus | |",
      "Part · Rule\nLedger · half-even\nBus",
    ],
    ["a row with a pipe in a cell", "| `a \\| b` | or |", "`a | b` · or"],
    ["code", "```ts\nconst a = 1 | 2\n| kept | as it is |\n```", "const a = 1 | 2\n| kept | as it is |"],
    ["code of another fence", "~~~~ sh\n```\nx\n```\n~~~~", "```\nx\n```"],
    ["words above code", "Run it so:\n```\nnpm start\n```", "Run it so:\nnpm start"],
    ["code that nothing ends", "```py\nprint(1)", "print(1)"],
    ["an empty fence", "```ts\n```", "```ts\n```"],
    ["words with pipes", "grep a | sort | uniq", "grep a | sort | uniq"],
    ["a bullet with inline code", "```x``` is written so", "```x``` is written so"],
    ["plain words", "Invoices are rounded\n  half-even", "Invoices are rounded\n  half-even"],
  ])("of %s is its text without markup", (_, text, shown) => {
    expect(shownStatement(text)).toBe(shown)
  })

  it("is never empty, never more, and without pipes and fences the same", () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom("|", " ", "a", "b c", "\n", "```", "~~~", "---", "\\|", "`", "ts"))
          .map((parts) => parts.join("")),
        (text) => {
          const shown = shownStatement(text)
          expect(shown.trim() === "").toBe(text.trim() === "")
          if (!/[|]|```|~~~|-{2,}/.test(text)) expect(shown).toBe(text.trim() === "" ? text : text.trim())
        },
      ),
    )
  })

  it("accepts a line of any length", () => {
    const line = `|-${" ".repeat(200_000)}x`
    expect(shownStatement(`Before\n${line}`)).toBe(`Before\n${line}`)
  })
})
