import { describe, expect, it } from "vitest"
import * as fc from "fast-check"
import { safeNext } from "@/lib/auth/web-security"

describe("the page after signing in", () => {
  it.each(["/t/core/fleet", "/t/core/fleet?sort=lines&q=a%2Fb#row-3", "/join?key=abc"])(
    "keeps %s",
    (path) => {
      expect(safeNext(path)).toBe(path)
    },
  )

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/%09/\n/evil.example",
    "javascript:alert(1)",
    "/.//evil.example",
    "/..//evil.example",
    "evil.example",
    "",
    " /fleet",
    "http:evil.example",
    "/\u0000/evil.example",
  ])("goes home instead of to %j", (path) => {
    expect(safeNext(path)).toBe("/")
  })

  it("never leaves the site", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            "/",
            "\\",
            ".",
            ":",
            "@",
            "\t",
            "\n",
            "%",
            "2",
            "F",
            "5",
            "C",
            "e",
            "?",
            "#",
            " ",
          ),
        }),
        (text) => {
          const here = "http://here.example"
          expect(new URL(safeNext(`/${text}`), here).origin).toBe(here)
          expect(new URL(safeNext(text), here).origin).toBe(here)
        },
      ),
    )
  })
})
