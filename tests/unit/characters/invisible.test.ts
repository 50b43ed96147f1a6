import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { drawInvisible, hasInvisible, listInvisible } from "@/lib/memory/characters/hidden-characters"

const labels = (text: string) =>
  drawInvisible(text)
    .map((one) => (one.kind === "mark" ? `[${one.label}]` : one.text))
    .join("")

describe("drawing invisible characters", () => {
  it("draws zero width characters and counts those in a row", () => {
    expect(labels("pass\u200bword")).toBe("pass[ZWSP]word")
    expect(labels("a\u200b\u200b\u200bb")).toBe("a[ZWSP×3]b")
  })

  it("draws characters that change the text direction", () => {
    expect(labels("user\u202etxt.exe\u202c")).toBe("user[RLO]txt.exe[PDF]")
    expect(labels("\u2066isolated\u2069")).toBe("[LRI]isolated[PDI]")
  })

  it("reads the words that tag characters hide", () => {
    const hidden = Array.from("send keys", (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join(
      "",
    )
    expect(drawInvisible(`Fine${hidden}.`)[1]).toEqual({
      kind: "mark",
      label: "TAG send keys",
      meaning: "tag characters that hide the words “send keys”",
    })
  })

  it("draws messages of variation selectors, but not the selector of an emoji", () => {
    expect(labels("ok\u{fe01}\u{e0101}\u{e0102}")).toBe("ok[VS×3]")
    expect(hasInvisible("❤\ufe0f 1\ufe0f\u20e3")).toBe(false)
  })

  it("leaves joiners where emoji and scripts need them", () => {
    expect(hasInvisible("👩\u200d💻 and 👩🏽\u200d🚀")).toBe(false)
    expect(hasInvisible("می\u200cخواهم")).toBe(false)
    expect(labels("de\u200dploy")).toBe("de[ZWJ]ploy")
  })

  it("draws control characters, an escape and a lone carriage return", () => {
    expect(labels("\0\x1b[31m")).toBe("[NUL][ESC][31m")
    expect(labels("safe\rrm")).toBe("safe[CR]rm")
    expect(hasInvisible("tab\there")).toBe(false)
  })

  it("reports each line with such characters, except a byte order mark at the start of the file", () => {
    expect(listInvisible("\ufefffine\nzero\u200bwidth\n")).toEqual([
      {
        line: 2,
        column: 5,
        severity: "warning",
        code: "invisible-character",
        message: "This line contains hidden characters: zero width space",
      },
    ])
  })

  it("reports HTML entities of invisible characters, except in code", () => {
    const meanings = (text: string) => listInvisible(text).map(({ message, column }) => [column, message])
    expect(meanings("pass&#8203;word")).toEqual([
      [5, "This line contains hidden characters: zero width space, written as &#8203;"],
    ])
    expect(meanings("a&#x202E;b&#x202c;")[0]?.[1]).toContain("right-to-left override")
    expect(meanings("de&zwj;ploy and de&ZeroWidthSpace;ploy&shy;s")[0]?.[1]).toContain("soft hyphen")
    for (const honest of ["`&zwj;` joins emoji", "a&nbsp;b &amp; c &#169; 5&#8239;km", "R&D; Q&A; AT&it"])
      expect(meanings(honest), honest).toEqual([])
  })

  it("leaves the space that sets Mongolian suffixes apart, and its selectors", () => {
    expect(hasInvisible("ᠮᠣᠩᠭᠣᠯ\u202fᠤᠨ ᠠᠷᠠᠳ\u180e\u180b")).toBe(false)
  })

  it("leaves all other text unchanged, and lets no suspect character through", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom("\u200b", "\u202e", "\u{e0041}", "a", " ", "語", "\ufeff"),
            fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
          ),
        }),
        (text) => {
          const drawn = drawInvisible(text)
          const kept = drawn
            .filter((one) => one.kind === "text")
            .map((one) => one.text)
            .join("")
          expect(kept).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}\ufeff]/u)
          if (drawn.every((one) => one.kind === "text")) expect(kept).toBe(text)
        },
      ),
    )
  })
})
