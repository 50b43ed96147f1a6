import { expect, it } from "vitest"
import { linksIn } from "@/lib/memory/memory-files/topic-files"

const targets = (text: string) =>
  linksIn(text, "a/MEMORY.md").map(({ target, line, column }) => `${target}:${line}:${column}`)

it("finds links with their positions, and none within comments", () => {
  expect(
    targets(
      "- [One](one.md)\n<!-- [Two](two.md)\n[Three](three.md) --> [Four](../four.md)\n<!-- [Five](five.md)",
    ),
  ).toEqual(["a/one.md:1:3", "four.md:3:23", "a/five.md:4:6"])
})

it("ignores links to names that no file can have", () => {
  expect(targets("[Odd](a%00b.md) [Back](a%5Cb.md) [Fine](a%20b.md)")).toEqual(["a/a b.md:1:34"])
})

it("reads a text with unclosed comments in linear time", () => {
  expect(targets(`${"<!--".repeat(60_000)}\n[One](one.md)`)).toEqual(["a/one.md:2:1"])
})
