import { describe, expect, it } from "vitest"
import { diffExcerpt } from "@/components/proposals/proposal-diff"

describe("the diff of a proposal", () => {
  it("is numbered as the file is, with the statement of a new line marked", () => {
    const change = {
      line: 93,
      section: "Shared Patterns",
      before: ["- [2026-11-09] Public API is versioned", ""],
      after: [
        "- [2026-11-09] Public API is versioned",
        "- [2026-11-21] Event handlers must be idempotent",
        "",
      ],
    }
    expect(diffExcerpt(change, ["Event handlers must be idempotent"]).rows).toEqual([
      { kind: "same", before: 93, after: 93, text: "- [2026-11-09] Public API is versioned" },
      {
        kind: "add",
        after: 94,
        movedFrom: null,
        pieces: [
          { text: "- [2026-11-21] ", changed: false },
          { text: "Event handlers must be idempotent", changed: true },
        ],
      },
      { kind: "same", before: 94, after: 95, text: "" },
    ])
  })

  it("marks each line of a statement of several", () => {
    const { rows } = diffExcerpt(
      { line: 1, section: null, before: [], after: ["- first line", "  second line"] },
      ["first line\nsecond line"],
    )
    expect(rows).toMatchObject([
      { pieces: [{ text: "- " }, { text: "first line", changed: true }] },
      { pieces: [{ text: "  " }, { text: "second line", changed: true }] },
    ])
  })

  it("leaves a changed line to the words that differ", () => {
    const { rows } = diffExcerpt(
      { line: 7, section: null, before: ["- Config files are YAML"], after: ["- Config files are TOML"] },
      ["Config files are TOML"],
    )
    expect(rows[1]).toMatchObject({
      pieces: [
        { text: "- Config files are ", changed: false },
        { text: "TOML", changed: true },
      ],
    })
  })
})
