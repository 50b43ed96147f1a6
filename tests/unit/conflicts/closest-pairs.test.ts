import { describe, expect, it } from "vitest"
import { definedTerm } from "@/lib/memory/conflicts/closest-pairs"
import { conflictBetweenRead, readSide } from "@/lib/memory/conflicts/conflict"
import { indexOfStatement } from "@/lib/operations/conflicts/find/analyses"
import { StatementPool } from "@/lib/operations/conflicts/find/statement-pool"
import { normalise, type Quantised, quantise } from "@/lib/memory/search/vectors"
import { unrelatedStatements } from "../../support/unrelated-statements"

const ONE = "Rotate the signing key on the first Monday of every month."
const OTHER = "The signing key has to be exchanged each month, on the first Monday."

const statementOf = (text: string, at: number) => ({
  id: String(at),
  text,
  date: null,
  section: null,
  fileId: `file ${at}`,
  path: `notes-${at}.md`,
})

function poolOf(
  texts: readonly string[],
  embeddingAt: (at: number) => Quantised | null = () => null,
): StatementPool {
  const pool = new StatementPool()
  for (const [at, text] of texts.entries()) {
    const statement = statementOf(text, at)
    pool.add(statement, { ...indexOfStatement(statement), isNew: true, embedding: embeddingAt(at) })
  }
  pool.seal()
  return pool
}

/** Embeddings of 80 dimensions: the first two statements point to nearly the same place, all others elsewhere. */
const firstTwoAlike = (at: number): Quantised =>
  quantise(
    normalise(
      Float32Array.from({ length: 80 }, (_, dimension) =>
        dimension === Math.max(1, at) || (at === 0 && dimension === 0) ? 1 : 0.2,
      ),
    ),
  )

const sideAt = (text: string, at: number) => {
  const { section, fileId, path, date } = statementOf(text, at)
  return readSide({ text, date, section, file: fileId, path })
}

describe("closeness", () => {
  it("shows that a paraphrase stands out from all other statements", () => {
    const closeness = poolOf([ONE, OTHER, ...unrelatedStatements(60)]).closeness(0, 1)
    expect(closeness?.ranks).toEqual([1, 1])
    expect(closeness?.margin).toBeGreaterThan(1)
  })

  it("is the same in both directions", () => {
    const pool = poolOf([ONE, OTHER, ...unrelatedStatements(60)])
    expect(pool.closeness(1, 0)).toEqual(pool.closeness(0, 1))
  })

  it("is unknown for statements without common words and in small pools", () => {
    const unrelated = unrelatedStatements(60)
    expect(poolOf([ONE, "Lunch is at noon.", ...unrelated]).closeness(0, 1)).toBeNull()
    expect(poolOf([ONE, OTHER, ...unrelated.slice(0, 20)]).closeness(0, 1)).toBeNull()
  })
})

describe("closeness by embeddings", () => {
  it("shows that a paraphrase stands out from all other statements", () => {
    const embedded = poolOf([ONE, OTHER, ...unrelatedStatements(60)], firstTwoAlike).closeness(0, 1)?.embedded
    expect(embedded).toMatchObject({ ranks: [1, 1] })
    expect(embedded?.similarity).toBeGreaterThan(0.7)
    expect(embedded?.margin).toBeGreaterThan(1)
    expect(embedded?.lead).toBeGreaterThan(0)
  })

  it("is unknown if a statement has no embedding", () => {
    const texts = [ONE, OTHER, ...unrelatedStatements(60)]
    const pool = poolOf(texts, (at) => (at === 1 ? null : firstTwoAlike(at)))
    expect(pool.closeness(0, 1)).toMatchObject({ ranks: [1, 1], embedded: null })
  })

  it("makes statements candidates that share few words", () => {
    const one =
      "Rotate the signing key of the payment gateway with the vault command on the first Monday of every month."
    const other =
      "Fresh credentials are swapped in at four weeks' distance by whoever holds the pager, through the vault and its audit form."
    const texts = [one, other, ...unrelatedStatements(60)]
    expect(poolOf(texts).like(0)).not.toContain(1)
    expect(poolOf(texts, firstTwoAlike).like(0)).toContain(1)
  })
})

describe("a pair closer than all others", () => {
  const closeness = { margin: 1.9, ranks: [1, 1], embedded: null } as const

  it("is a duplicate although few words are the same", () => {
    const [left, right] = [sideAt(ONE, 0), sideAt(OTHER, 1)]
    expect(conflictBetweenRead(left, right)).toBeNull()
    expect(conflictBetweenRead(left, right, closeness)).toMatchObject({ finding: "duplicate" })
  })

  it("may stay if it defines two terms, or if it is not a durable statement", () => {
    const terms = ["**Slot**: a time that can be booked", "**Gap**: a time that cannot be booked"]
    const tasks = ["TODO: book the time of the review", "TODO: the time of the review must be booked"]
    for (const [one = "", other = ""] of [terms, tasks])
      expect(conflictBetweenRead(sideAt(one, 0), sideAt(other, 1), closeness)).toBeNull()
  })
})

it("finds the term of a definition", () => {
  expect(
    ["**Slot**: a time", "**Slot:** a time", "Slot – a time", "**Always** lint first", "Slots are times"].map(
      definedTerm,
    ),
  ).toEqual(["slot", "slot", "slot", null, null])
})
