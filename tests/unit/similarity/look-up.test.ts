import { describe, expect, it } from "vitest"
import { lookUpTerms, planLookUp, type Vocabulary } from "@/lib/memory/similarity/look-up"

/** Word counts of a store with a million entries. Words not listed are in `unlisted` entries. */
function vocabulary(listed: Readonly<Record<string, number>>, unlisted = 500): Vocabulary {
  const words = Object.entries(listed).map(([word, count]) => ({ word, count }))
  return {
    entries: 1_000_000,
    listed: (text, open) => words.filter(({ word }) => (open ? word.startsWith(text) : word === text)),
    unlisted: () => unlisted,
  }
}

describe("the search terms of a store query", () => {
  it("are the significant words, by their stems", () => {
    expect(
      lookUpTerms("The carriers are retrying migrations").map(({ beginnings, open }) => [beginnings, open]),
    ).toEqual([
      [["carrier"], true],
      [["retry", "retri"], true],
      [["migr"], true],
    ])
  })

  it("are whole words where they are short or not made of letters", () => {
    expect(lookUpTerms("port 4222 of utf8").map(({ beginnings, open }) => [beginnings, open])).toEqual([
      [["port"], true],
      [["4222"], false],
      [["utf8"], false],
    ])
    expect(lookUpTerms("run CI").every(({ open }) => !open)).toBe(true)
    expect(lookUpTerms("files")[0]?.beginnings).toContain("file")
  })

  it("are all words if none is significant", () => {
    expect(lookUpTerms("it is what it is").map(({ word }) => word)).toEqual(["it", "is", "what"])
  })
})

describe("a query plan for similar entries", () => {
  it("asks for all words together, whatever else", () => {
    expect(planLookUp("- **Carriers** answer late", vocabulary({}))).toMatchObject({
      exact: "'carriers' & 'answer' & 'late'",
      words: 3,
    })
    expect(planLookUp("—", vocabulary({}))).toBeNull()
  })

  it("asks for rare words by themselves", () => {
    expect(planLookUp("Gantry cranes stop", vocabulary({ stop: 40_000 }, 20))).toMatchObject({
      rare: "('gantry':* | 'gantri':*) | 'cran':*",
    })
  })

  it("asks for forms one by one where a word is common, as an index finds those faster", () => {
    expect(
      planLookUp("retries", vocabulary({ retried: 300, retries: 9_000, retry: 12_000 }))?.ranking[0]?.tsquery,
    ).toBe("('retries' | 'retry' | 'retried')")
  })

  it("asks for words of two of three hands where none is rare", () => {
    const plan = planLookUp(
      "gantry crane wind harbour",
      vocabulary({ gantry: 900, crane: 2_000, wind: 3_000, harbour: 4_000 }),
    )
    expect(plan).toMatchObject({
      rare: "",
      together: "('gantry' | 'harbour') & 'crane' | ('gantry' | 'harbour') & 'wind' | 'crane' & 'wind'",
    })
  })

  it("looks up a common word only together with a rarer one, and limits how much of the index it reads", () => {
    const plan = planLookUp(
      "gantry service test build",
      vocabulary({ gantry: 900, service: 90_000, test: 200_000, build: 150_000 }),
    )
    expect(plan).toMatchObject({
      rare: "",
      together: "",
      withCommon: "'gantry' & ('service' | 'build' | 'test')",
      single: [],
    })
    expect(
      planLookUp("service test build", vocabulary({ service: 90_000, test: 200_000, build: 150_000 })),
    ).toMatchObject({ rare: "", together: "", withCommon: "", single: [] })
    expect(
      planLookUp("service test build", vocabulary({ service: 9_000, test: 20_000, build: 15_000 }))?.together,
    ).toBe("'service' & 'build' & 'test'")
  })

  it("asks only so many words of a long statement", () => {
    const plan = planLookUp(
      Array.from(
        { length: 400 },
        (_, at) =>
          `wordnumber${String.fromCodePoint(97 + (at % 26))}${String.fromCodePoint(97 + Math.floor(at / 26))}`,
      ).join(" "),
      vocabulary({}),
    )
    expect(plan?.exact.split(" & ")).toHaveLength(60)
    expect(plan?.ranking.length).toBeLessThanOrEqual(12)
    expect((plan?.together.length ?? 0) + (plan?.rare.length ?? 0)).toBeLessThan(1_000)
  })
})
