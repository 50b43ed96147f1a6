import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { readStatement } from "@/lib/memory/similarity/statement"
import { indexOfStatement } from "@/lib/operations/conflicts/find/analyses"
import { EdgeCollector } from "@/lib/operations/conflicts/find/conflicts-per-entry"
import { type PooledEntry, StatementPool } from "@/lib/operations/conflicts/find/statement-pool"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const add = (pool: StatementPool, entry: PooledEntry, isNew = true) =>
  pool.add(entry, { ...indexOfStatement(entry), isNew })

/** Heap bytes retained by the result of `make`. */
function heldBy<T>(make: () => T): { bytes: number; made: T } {
  collect()
  const before = process.memoryUsage().heapUsed
  const made = make()
  collect()
  return { bytes: process.memoryUsage().heapUsed - before, made }
}

const TOPICS = "ledger invoice broker schema migration index cache token webhook parser worker fixture".split(
  " ",
)
const statement = (number: number) =>
  `The ${TOPICS[number % 12]} of shard ${number} ${number % 3 === 0 ? "needs" : "ignores"} the ${TOPICS[(number >> 2) % 12]} key when the ${TOPICS[(number >> 4) % 12]} restarts`

describe("a pool of statements", () => {
  it("keeps texts outside the heap, so that a project with hundreds of thousands of entries fits into a server", () => {
    const many = 12_000
    const { bytes, made: pool } = heldBy(() => {
      const filling = new StatementPool()
      for (let number = 0; number < many; number += 1)
        add(filling, {
          id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
          text: statement(number),
          date: "2026-01-02",
          section: "Findings",
          fileId: `file ${number >> 6}`,
          path: "memory.md",
        })
      filling.seal()
      for (let place = 0; place < 2_000; place += 1) filling.like(place)
      return filling
    })
    expect(pool.size).toBe(many)
    // Recently parsed statements are cached, with a limit independent of their number.
    expect(bytes).toBeLessThan(30 * 1024 * 1024 + many * 300)
  })

  it("finds all copies of an entry in any layout, and which of them are new", () => {
    const pool = new StatementPool()
    const entry = (id: string, text: string) => ({
      id,
      text,
      date: null,
      section: null,
      fileId: "one",
      path: "memory.md",
    })
    add(pool, entry("a", "Use tabs in every file"), false)
    add(pool, entry("b", "Ship on Fridays"), false)
    add(pool, entry("c", "**Use tabs** in every file"))
    pool.seal()
    expect(pool.size).toBe(2)
    expect([0, 1].map((place) => [pool.copiesOf(place), pool.isNew(place), pool.isRepeated(place)])).toEqual([
      [["a", "c"], true, true],
      [["b"], false, false],
    ])
    const { id: _, ...first } = entry("a", "Use tabs in every file")
    expect(pool.statementAt(0)).toEqual({ ...first, fileId: "one" })
  })

  it("finds the entries that share the rarest words first, and never the entry itself", () => {
    const pool = new StatementPool()
    for (const [place, text] of [
      "The broker retries after 30 s",
      "The broker of the ledger retries",
      "Invoices are rounded to cents",
      "The broker retries after 60 s",
    ].entries())
      add(pool, { id: String(place), text, date: null, section: null, fileId: "one", path: "memory.md" })
    pool.seal()
    expect(pool.like(0).toSorted()).toEqual([1, 3])
    expect(pool.like(2)).toEqual([])
  })
})

describe("edges between the statements of a pool", () => {
  it("are the same from either side, and leave out groups of similar sentences", () => {
    const edges = new EdgeCollector(100)
    edges.add({ one: 1, other: 2, finding: "contradiction", score: 0.8 })
    for (let other = 10; other < 20; other += 1)
      edges.add({ one: 3, other, finding: "contradiction", score: 0.9 })
    edges.add({ one: 5, other: 5, finding: "duplicate", score: 1 })
    expect([edges.has(2, 1), edges.has(1, 3), edges.has(5, 5)]).toEqual([true, false, true])
    expect(edges.worthALook()).toEqual([
      { one: 1, other: 2, finding: "contradiction", score: expect.closeTo(0.8) },
      { one: 5, other: 5, finding: "duplicate", score: 1 },
    ])
  })
})

describe("recently read entries", () => {
  it("are cached up to a total length, not only by number", () => {
    const long = (number: number) =>
      Array.from({ length: 150 }, (_, word) => `word${(number * 150 + word) % 7919}`).join(" ")
    const { bytes } = heldBy(() => {
      for (let number = 0; number < 2_000; number += 1) readStatement(long(number))
    })
    expect(bytes).toBeLessThan(45 * 1024 * 1024)
  })
})
