import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  matchSuccessors,
  matchEntries,
  type KnownEntry,
  type NamelessEntry,
} from "@/lib/memory/history/entry-identity"

const known = (entries: readonly NamelessEntry[]): KnownEntry[] =>
  entries.map((entry, index) => ({ ...entry, id: `e${index}` }))
const rules = (verb: string) =>
  Array.from({ length: 3000 }, (_, n) =>
    line(`Rule ${n}: service number ${n} ${verb} owned by team ${n % 7}`, "Rules"),
  )
const line = (text: string, section: string | null = null, key: string | null = null): NamelessEntry => ({
  key,
  text,
  section,
})

describe("matching the entries of a new text with those of the old", () => {
  it("lets the key decide where both have one", () => {
    const before = known([line("Use Zod", null, "mem-1"), line("Use Valibot", null, "mem-2")])
    expect(
      matchEntries(before, [line("Use Valibot", null, "mem-1"), line("Use Zod", null, "mem-2")]),
    ).toEqual(["e0", "e1"])
    expect(matchEntries(before, [line("Use Zod", null, "mem-3")])).toEqual([null])
  })

  it("matches by words if one of them has no key", () => {
    expect(matchEntries(known([line("Use Zod")]), [line("Use Zod", null, "mem-3")])).toEqual(["e0"])
  })

  it("matches equal text with other white space, and in another section", () => {
    const before = known([line("Ledger  closes\nat midnight", "A")])
    expect(matchEntries(before, [line("Ledger closes at midnight", "B")])).toEqual(["e0"])
  })

  it("prefers the same section for words that occur twice", () => {
    const before = known([line("Run the linter", "A"), line("Run the linter", "B")])
    expect(matchEntries(before, [line("Run the linter", "B"), line("Run the linter", "A")])).toEqual([
      "e1",
      "e0",
    ])
  })

  it("tells repeated lines apart by their neighbours", () => {
    const before = known(["same", "x1 alpha", "y2 beta", "same", "z3 gamma"].map((text) => line(text)))
    expect(
      matchEntries(
        before,
        ["x1 alpha", "y2 beta", "same", "z3 gamma"].map((text) => line(text)),
      ),
    ).toEqual(["e1", "e2", "e3", "e4"])
    expect(
      matchEntries(
        before,
        ["new", "same", "x1 alpha", "y2 beta", "same", "z3 gamma"].map((text) => line(text)),
      ),
    ).toEqual([null, "e0", "e1", "e2", "e3", "e4"])
  })

  it("follows an edited statement in its section, best pairs first", () => {
    const before = known([
      line("Webhooks are retried five times with backoff", "A"),
      line("Webhooks are signed with the merchant's key", "A"),
    ])
    const after = [
      line("Webhooks are signed with the merchant's rotating key", "A"),
      line("Webhooks are retried six times with backoff", "A"),
    ]
    expect(matchEntries(before, after)).toEqual(["e1", "e0"])
  })

  it("treats an entry with little in common as new", () => {
    expect(
      matchEntries(known([line("Webhooks are retried five times")]), [
        line("The fee table lives in pricing.yaml"),
      ]),
    ).toEqual([null])
  })

  it("does not follow an edited entry into another section", () => {
    expect(
      matchEntries(known([line("Webhooks are retried five times", "A")]), [
        line("Webhooks are retried six times", "B"),
      ]),
    ).toEqual([null])
  })

  it("follows edits in a section of thousands of similar lines", () => {
    const before = known(rules("is"))
    const ids = matchEntries(before, rules("was"))
    expect(ids).toEqual(before.map(({ id }) => id))
  })
})

const entry: fc.Arbitrary<NamelessEntry> = fc.record({
  key: fc.option(fc.constantFrom("k1", "k2", "k3"), { freq: 6 }),
  text: fc.oneof(
    fc.constantFrom("same", "Use Zod for input", "Use Zod for all input"),
    fc.lorem({ maxCount: 8 }),
    fc.string(),
  ),
  section: fc.constantFrom(null, "A", "B"),
})
const lists = fc.array(entry, { maxLength: 40 })

describe("for every list of entries", () => {
  it("an unchanged list keeps every id", () => {
    fc.assert(
      fc.property(lists, (entries) => {
        expect(matchEntries(known(entries), entries)).toEqual(known(entries).map(({ id }) => id))
      }),
    )
  })

  it("no id is assigned twice, and each id existed before", () => {
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const ids = matchEntries(known(before), after)
        const given = ids.filter((id) => id !== null)
        expect(ids).toHaveLength(after.length)
        expect(new Set(given).size).toBe(given.length)
        expect(given.every((id) => known(before).some((one) => one.id === id))).toBe(true)
      }),
    )
  })

  it("a different order keeps every id of distinct entries", () => {
    const distinct = fc.uniqueArray(
      entry.map((one) => ({ ...one, key: null })),
      { selector: ({ text }) => text.trim().replaceAll(/\s+/g, " "), maxLength: 30 },
    )
    fc.assert(
      fc.property(
        distinct.chain((entries) =>
          fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
        ),
        ([entries, shuffled]) => {
          const ids = matchEntries(known(entries), shuffled)
          expect(ids).toEqual(shuffled.map((one) => `e${entries.indexOf(one)}`))
        },
      ),
    )
  })

  it("an entry with one edited word keeps its id, and so do all others", () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom(..."abcdefghijklmnop"), minLength: 3, maxLength: 8 }),
      { minLength: 5, maxLength: 9 },
    )
    const statements = fc.uniqueArray(
      words.map((list) => list.join(" ")),
      { minLength: 1, maxLength: 60 },
    )
    fc.assert(
      fc.property(statements, fc.nat(), fc.nat(), (texts, pick, place) => {
        const edited = pick % texts.length
        const list = texts[edited]?.split(" ") ?? []
        list[place % list.length] = "zzzqqq"
        const before = known(texts.map((text) => line(text, "A")))
        const after = texts.map((text, index) => line(index === edited ? list.join(" ") : text, "A"))
        expect(matchEntries(before, after)).toEqual(before.map(({ id }) => id))
      }),
    )
  })
})

describe("entries that became one, or fell apart", () => {
  it("gives the whole the id of the first that says something, and names who took in the others", () => {
    const before = known([
      line("Steps:"),
      line("Warm the cache"),
      line("**Why:** it is cold at night after the job ran"),
    ])
    const after = [line("Steps:\n\n- Warm the cache\n\n**Why:** it is cold at night after the job ran")]
    expect(matchEntries(before, after)).toEqual(["e1"])
    expect(matchSuccessors(before, after, ["e1"])).toEqual(
      new Map([
        ["e0", "e1"],
        ["e2", "e1"],
      ]),
    )
  })

  it("goes on with the first row of a table, and with nothing of another section", () => {
    const before = known([
      line("Ports.\n\n| Service | Port |\n|---|---|\n| Redis | 6380 |\n| Postgres | 5433 |"),
    ])
    expect(matchEntries(before, [line("Redis | 6380"), line("Postgres | 5433")])).toEqual(["e0", null])
    expect(matchEntries(before, [line("Redis | 6380", "Elsewhere")])).toEqual([null])
  })
})
