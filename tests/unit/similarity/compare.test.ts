import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compareStatements } from "@/lib/memory/comparison/compare-statements"

const kindOf = (left: string, right: string) => compareStatements(left, right).kind

describe("comparing two entries", () => {
  it("ignores layout, case and punctuation", () => {
    expect(compareStatements("* `Carriers` answer late.", "carriers answer late")).toEqual({
      score: 1,
      kind: "same",
      why: "identical text",
    })
    expect(kindOf("~~See [the guide](docs/guide.md)~~", "See the guide")).toBe("same")
  })

  it("sees through inflection, word order, abbreviations and the passive", () => {
    expect(
      kindOf(
        "Label printers must be restarted before inventory",
        "Restart the label printer ahead of inventories",
      ),
    ).toBe("duplicate")
    expect(
      kindOf(
        "The repo's config is checked by CI",
        "Continuous integration checks the repository's configuration",
      ),
    ).toBe("duplicate")
    expect(kindOf("Parcels are weighed by the second scanner", "The second scanner weighs parcels")).toBe(
      "duplicate",
    )
  })

  it("treats equal measures in different units as equal", () => {
    expect(kindOf("Quotes of carriers expire after 2 minutes", "Carrier quotes expire after 120 s")).toBe(
      "duplicate",
    )
  })

  it("counts an entry that only adds words as a duplicate", () => {
    expect(
      compareStatements(
        "Tariffs are fetched at midnight",
        "Tariffs are fetched at midnight, as carriers publish them late",
      ),
    ).toMatchObject({ kind: "duplicate", why: "same content with more detail" })
  })

  it("separates equal sentences about different subjects", () => {
    expect(
      compareStatements("The tariff importer skips blank rows", "The carrier importer skips blank rows"),
    ).toMatchObject({ kind: "related" })
  })

  it("names the contradicting numbers, except ticket numbers", () => {
    expect(
      compareStatements("The scale answers on port 7001", "The scale answers on port 7002"),
    ).toMatchObject({
      kind: "contradiction",
      why: "one says 7001, the other 7002",
    })
    expect(kindOf("Ticket 12 covers the scale driver", "Ticket 13 covers the scale driver")).not.toBe(
      "contradiction",
    )
  })

  it("detects that one negates the other, and that two negations agree", () => {
    expect(
      compareStatements("Never reprint a label after pickup", "Reprint the label after pickup"),
    ).toMatchObject({ kind: "contradiction", why: "one entry says the opposite of the other" })
    expect(kindOf("Labels must not be reprinted after pickup", "Never reprint labels after pickup")).toBe(
      "duplicate",
    )
    expect(kindOf("Reprinting labels is forbidden", "Reprint labels")).toBe("contradiction")
  })

  it("detects that one decides against what the other states", () => {
    expect(kindOf("This codebase uses Fastify", "Use Express for this codebase, not Fastify")).toBe(
      "contradiction",
    )
    expect(kindOf("Tests run with Jest", "Run tests with Vitest instead of Jest")).toBe("contradiction")
    expect(kindOf("Deploys run on Fridays", "Deploys run on Fridays, not on holidays")).toBe("related")
    expect(kindOf("Retry payments", "Retry card payments, not SEPA payments")).toBe("related")
  })

  it.each([
    [
      "Every release needs a changelog entry",
      "A changelog entry is up to the author of the release",
      "one entry makes this mandatory, the other makes it optional",
    ],
    [
      "Run the linter before the tests",
      "Run the tests before the linter",
      "the two entries give the same things in reverse order",
    ],
    [
      "The Jenkins server was retired",
      "Deploys run through the Jenkins server",
      "one entry still mentions “Jenkins”, which the other says was replaced",
    ],
  ])("says how %s and %s contradict each other", (left, right, why) => {
    expect(compareStatements(left, right)).toMatchObject({ kind: "contradiction", why })
  })

  it("reads the second word of `X, not Y` as negated", () => {
    expect(kindOf("Weigh with the floor scale, not the hand scale", "Weigh with the hand scale")).toBe(
      "contradiction",
    )
  })

  it("reads `not` within an identifier as part of a name", () => {
    expect(kindOf("`assertNotNull` guards the weigher", "assertNotNull guards the weigher")).toBe("same")
    expect(kindOf("The weigher calls assertNotNull", "The weigher calls assertNull")).not.toBe(
      "contradiction",
    )
  })

  it("reads scripts that set no spaces, and their negations", () => {
    expect(kindOf("ラベルは倉庫で印刷する", "ラベルは必ず倉庫で印刷する")).toBe("duplicate")
    expect(kindOf("标签在仓库打印", "标签不在仓库打印")).toBe("contradiction")
    expect(kindOf("标签在仓库打印", "运费每天更新")).toBe("none")
  })

  it("uses the given word weights", () => {
    const [left, right] = ["The dock door jams", "The dock lamp flickers"]
    expect(compareStatements(left, right, () => 1).score).toBeGreaterThan(
      compareStatements(left, right, (stem) => (stem === "dock" ? 0.1 : 1)).score,
    )
  })

  it("returns a score between 0 and 1 for any two texts, and 1 for equal texts", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.string({ unit: "grapheme", maxLength: 200 }),
        (left, right) => {
          const { score } = compareStatements(left, right)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
          expect(compareStatements(left, left).score).toBe(1)
        },
      ),
    )
  })

  it("reads words that objects have by nature", () => {
    expect(kindOf("The 5 constructor calls per hour", "The 5 toString calls of __proto__")).not.toBe("same")
  })
})

it("finds neither a contradiction nor a duplicate between entries that only share a subject", () => {
  const proposed = "Event handlers must be idempotent: the broker redelivers after a consumer restart"
  for (const other of [
    "Replays of the same event must change nothing; check the audit count before and after",
    "The Go modules follow the event names: one module for what one event causes",
  ])
    expect(["related", "none"]).toContain(compareStatements(proposed, other).kind)
})

it("finds no duplicate if the entries give different numbers for different things", () => {
  expect(
    compareStatements(
      "Fact 4 of writer: the tracer closes its day at four",
      "Indeed: Fact 8 of writer: the watcher closes its day at four",
    ).kind,
  ).toBe("related")
})

describe("statements that share some words", () => {
  it.each([
    [
      "Retention on the topic is 14 days, because payments dated ahead get amended.",
      "A payment to a new creditor within 24 h of a new device is held.",
    ],
    [
      "Localization closes 12 days before a season: no new strings after that.",
      "Ranked rewards are paid out 48 h after the end of a season.",
    ],
    [
      "Invoices are issued at discharge, not before.",
      "Never acknowledge a message before it is committed to Kafka.",
    ],
  ])("neither repeat nor contradict each other: %s / %s", (left, right) => {
    expect(["related", "none"]).toContain(compareStatements(left, right).kind)
  })
})

describe("short statements of one thing", () => {
  it.each([
    ["The time zone is UTC", "The time zone is Europe/Berlin"],
    ["Logs are retained for 30 days", "Retention of logs is 90 days for this team"],
    ["Commit messages are in English", "Commit messages are written in German"],
    ["Default branch is main", "The default branch is develop"],
    ["Deploy staging before production", "Deploy production before staging"],
    ["The agent may delete files without asking", "The agent should ask before it deletes files"],
    ["Checkout is written in Go", "Checkout is written in Kotlin"],
  ])("contradict each other if they give one thing two values: %s / %s", (left, right) =>
    expect(compareStatements(left, right).kind).toBe("contradiction"),
  )

  it.each([
    ["The API supports JSON", "The API supports XML"],
    ["Tests live in tests/unit", "Tests live in tests/data"],
    ["The repo is public", "The repo is archived"],
    ["The staging database is PostgreSQL", "The production database is MySQL"],
    ["Deploys go through the `deployments` branch", "Deploys go through the `release` branch"],
    ["The user prefers to be called Sam", "The user prefers to be called Samira"],
    [
      "Lit is one of the user’s favorite pieces of software. It should be respected and emphasized",
      "Astro is one of the user’s favorite pieces of software and should be emphasized in all that is recommended",
    ],
    ["GitHub: https://github.com/acme/blueprint", "Published docs: https://acme.github.io/blueprint"],
  ])("are not duplicates if both can be true or each names something else: %s / %s", (left, right) =>
    expect(compareStatements(left, right).kind).not.toBe("duplicate"),
  )
})
