import { expect, it } from "vitest"
import { differingWords } from "@/components/text/differing-words"

it("marks the words that the other side lacks, on both sides", () => {
  const { before, after } = differingWords("It listens on port 4001", "It listens on port 9001")
  expect(
    [before, after].map((side) => side.filter((piece) => piece.changed).map((piece) => piece.text)),
  ).toEqual([["4001"], ["9001"]])
})

it("shows long texts in full without a comparison", () => {
  const [long, other] = ["a b c ".repeat(2_000), "c b a ".repeat(2_000)]
  expect(differingWords(long, other)).toEqual({
    before: [{ text: long, changed: false }],
    after: [{ text: other, changed: false }],
  })
})
