import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { anyLetters, markTerms, plainLetters } from "@/lib/memory/search/mark-terms"

const marked = (text: string, ...terms: string[]) =>
  markTerms(text, terms)
    .map((one) => (one.marked ? `[${one.text}]` : one.text))
    .join("")

describe("marking search matches", () => {
  it("marks whole words without regard to case and diacritics", () => {
    expect(marked("Café near the CAFETERIA", "cafe")).toBe("[Café] near the CAFETERIA")
  })

  it("marks the beginning of words for a prefix", () => {
    expect(marked("Testing tests, contest", "test*")).toBe("[Test]ing [test]s, contest")
  })

  it("marks compounds joined in any way, and their parts", () => {
    expect(marked("fooBar, foo_bar, foobar", "foobar")).toBe("[fooBar], [foo_bar], [foobar]")
    expect(marked("seedCompany()", "company")).toBe("seed[Company]()")
  })

  it("marks phrases across spaces", () => {
    expect(marked("the event  bus", "event bus")).toBe("the [event  bus]")
  })

  it("marks unspaced scripts anywhere", () => {
    expect(marked("请使用支付接口", "支付")).toBe("请使用[支付]接口")
  })

  it("loses nothing of the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.array(fc.string({ unit: "grapheme" })),
        (text, terms) =>
          markTerms(text, terms)
            .map((one) => one.text)
            .join("") === text,
      ),
    )
  })
})

it("marks ASCII text the same on the fast path", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."aZbY3 _-./\n") }), (text) => {
      expect(plainLetters(text)).toEqual(anyLetters(text))
    }),
  )
})
