import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { citationsIn } from "@/lib/memory/memory-files/cited-code-paths"

const cited = (text: string) =>
  citationsIn(text).map(({ path, line }) => (line === null ? path : `${path}:${line}`))

describe("an entry cites", () => {
  it.each([
    [
      "files in code",
      "Rounding lives in `lib/money.ts`, not in `lib/old.ts`",
      ["lib/money.ts", "lib/old.ts"],
    ],
    [
      "lines",
      "See `lib/money.ts:12`, `lib/b.ts:3:9`, `lib/c.ts:3-9` and `lib/d.ts#L40-L44`",
      ["lib/money.ts:12", "lib/b.ts:3", "lib/c.ts:3", "lib/d.ts:40"],
    ],
    ["targets of links", "[The plan](docs/the%20plan.md) and [more](./docs/more.md#part)", ["docs/more.md"]],
    ["bare paths", "src/billing/invoice.py:7 rounds twice", ["src/billing/invoice.py:7"]],
    ["folders", "Fixtures live in `tests/fixtures/`", ["tests/fixtures/"]],
    ["one file once", "`a/b.ts` and `a/b.ts`", ["a/b.ts"]],
    ["a file by its bare name", "`package.json` pins everything", ["package.json"]],
  ])("%s", (_, text, expected) => expect(cited(text).filter((one) => !one.includes(" "))).toEqual(expected))

  it("nothing if no path is meant", () => {
    for (const text of [
      "`console.log`",
      "`Array.map`",
      "`v1.2`",
      "`GET /api/v1`",
      "`/etc/passwd`",
      "`~/.ssh/id.txt`",
      "`../secret.ts`",
      "`a/../../b.ts`",
      "https://example.com/a/b.ts",
      "`@prisma/client`",
      "`*.test.ts`",
      "and/or",
      "`process.env.HOME`",
      "`C:\\x.ts`",
      "`--pool=forks`",
      "2026/11/21",
    ])
      expect(cited(text), text).toEqual([])
  })

  it("a bare name without being sure that it is this one", () =>
    expect(citationsIn("`memory.md` and `a/memory.md`").map((one) => one.sure)).toEqual([false, true]))

  it("never a path outside the project, for any text", () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom("`", "../", "/", "a", ".ts", ":1", "[x](", ")", "\\", "%2e%2e/", "~", " "))
          .map((parts) => parts.join("")),
        (text) => {
          for (const { path } of citationsIn(text))
            expect(path.startsWith("/") || path.split("/").includes("..")).toBe(false)
        },
      ),
    )
  })
})
