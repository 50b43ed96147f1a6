import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Inline, readInline, webAddress } from "@/lib/memory/text/inline-markdown"

const text = (of: string): Inline => ({ kind: "text", text: of })

describe("parsing inline marks", () => {
  it("reads code, bold, italics and strikes", () => {
    expect(readInline("Run `--pool=forks`, **never** _threads_ ~~or both~~")).toEqual([
      text("Run "),
      { kind: "code", text: "--pool=forks" },
      text(", "),
      { kind: "strong", inside: [text("never")] },
      text(" "),
      { kind: "emphasis", inside: [text("threads")] },
      text(" "),
      { kind: "strike", inside: [text("or both")] },
    ])
  })

  it("keeps underscores and stars within words", () => {
    expect(readInline("snake_case_name and 2 * 3 * 4")).toEqual([text("snake_case_name and 2 * 3 * 4")])
  })

  it("allows shorter runs of backticks within longer ones, and keeps unclosed ones", () => {
    expect(readInline("`` a`b `` c")).toEqual([{ kind: "code", text: "a`b" }, text(" c")])
    expect(readInline("a ` b")).toEqual([text("a ` b")])
  })

  it("makes links of web addresses and mailboxes only", () => {
    expect(readInline("[docs](https://example.com/a_(b)) ")[0]).toEqual({
      kind: "link",
      href: "https://example.com/a_(b)",
      inside: [text("docs")],
    })
    expect(readInline("see https://example.com/x.")[1]).toEqual({
      kind: "link",
      href: "https://example.com/x",
      inside: [text("https://example.com/x")],
    })
    for (const line of [
      "[x](javascript:alert(1))",
      "[x](data:text/html,1)",
      "[x](//example.com)",
      "[x](file:///etc/passwd)",
      "<vbscript:x>",
      "[x](JaVaScRiPt:alert(1))",
      "[x](java\u0000script:1)",
    ]) {
      expect(readInline(line).every((one) => one.kind === "text")).toBe(true)
    }
  })

  it("shows the file of a link beside its text, without a link to follow", () => {
    expect(readInline("[Testing](testing.md)")).toEqual([
      { kind: "reference", target: "testing.md", inside: [text("Testing")] },
    ])
  })

  it("names images without loading them", () => {
    expect(readInline("![chart](https://example.com/p.png)")).toEqual([
      { kind: "image", alt: "chart", source: "https://example.com/p.png" },
    ])
  })

  it("reads HTML as text", () => {
    expect(readInline("<img src=x onerror=alert(1)><b>")).toEqual([text("<img src=x onerror=alert(1)><b>")])
  })

  it("reads escapes", () => {
    expect(readInline("\\*not bold\\*")).toEqual([text("*not bold*")])
  })

  it("keeps all words, and returns only addresses that the text has, for any input", () => {
    const hrefs = (pieces: readonly Inline[]): string[] =>
      pieces.flatMap((one) => {
        const inside = "inside" in one ? hrefs(one.inside) : []
        return one.kind === "link" ? [one.href, ...inside] : inside
      })
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            "[",
            "]",
            "(",
            ")",
            "*",
            "_",
            "`",
            "~",
            "!",
            "<",
            ">",
            "\\",
            "a",
            " ",
            ":",
            "/",
            "javascript:",
            "https://x.y",
            "mailto:a@b",
          ),
        }),
        (line) => {
          for (const href of hrefs(readInline(line))) expect(href).toMatch(/^(?:https?:|mailto:)/)
        },
      ),
    )
  })

  it("finishes on a long hostile line", () => {
    for (const piece of ["[", "*", "`a``b", "**a ", "![", "<a:", "https://", "[a](", "_a "]) {
      expect(readInline(piece.repeat(Math.ceil(100_000 / piece.length))).length).toBeGreaterThan(0)
    }
  })

  it("refuses addresses that carry a name and a password", () => {
    expect(webAddress("https://bank.example@evil.example/")).toBeNull()
  })
})
