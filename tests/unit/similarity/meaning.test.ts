import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  cellFinder,
  cellsFor,
  divide,
  middleOf,
  nearestCells,
  dot,
  quantise,
  dequantise,
  signatureOf,
  normalise,
  textToEmbed,
} from "@/lib/memory/search/vectors"
import { isExactQuery, fuseRankings } from "@/lib/memory/search/hybrid-ranking"
import { searchQuery } from "@/lib/memory/search/search-text"

const vector = fc
  .float32Array({ minLength: 16, maxLength: 16, noNaN: true, noDefaultInfinity: true, min: -1, max: 1 })
  .map((parts) => Float32Array.from(parts, (part) => part + 0.001))

describe("a vector", () => {
  it("keeps its direction in a byte a dimension", () => {
    fc.assert(
      fc.property(vector, vector, (one, other) => {
        const [a, b] = [normalise(one), normalise(other)]
        const { bytes, scale } = quantise(a)
        expect(Math.abs(dot(bytes, b) * scale - dot(a, b))).toBeLessThan(0.03)
        expect(dot(dequantise({ bytes, scale }), a)).toBeGreaterThan(0.99)
      }),
    )
  })

  it("of zeros and one of a single component are accepted", () => {
    const zero = normalise(new Float32Array(8))
    expect([...dequantise(quantise(zero))]).toEqual([...zero])
    expect(signatureOf(zero, null)).toBe("00000000")
    expect(signatureOf(Float32Array.from([1, -1]), Float32Array.from([2, -2]))).toBe("01")
  })
})

/** Clusters of vectors, each around an axis of its own. */
function clouds(count: number, each: number): Float32Array[] {
  let turn = 0
  const next = () => (turn = (turn + 0.618034) % 1)
  return Array.from({ length: count * each }, (_, index) =>
    normalise(Float32Array.from({ length: 32 }, (__, at) => (at === index % count ? 3 : 0) + next() - 0.5)),
  )
}

function divided(vectors: readonly Float32Array[], count: number) {
  let turn = 0
  const steps = divide(vectors, count, () => (turn = (turn + 0.381966) % 1))
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

describe("clusters", () => {
  it("contain vectors that are close together, and return the cluster of a vector", () => {
    const vectors = clouds(12, 40)
    const cells = divided(vectors, 36)
    const find = cellFinder(cells)
    expect(cells.count).toBeGreaterThan(12)
    expect(middleOf(cells)).toHaveLength(32)
    const agrees = vectors.filter((one) => nearestCells(cells, one, 1)[0] === find(one)).length
    expect(agrees / vectors.length).toBeGreaterThan(0.95)
    for (const [index, one] of vectors.slice(0, 12).entries()) {
      const near = new Set(nearestCells(cells, one, 6))
      const fellows = vectors.filter((_, other) => other % 12 === index)
      expect(fellows.filter((fellow) => near.has(find(fellow))).length / fellows.length).toBeGreaterThan(0.9)
    }
  })

  it("accept a few identical vectors", () => {
    const same = Array.from({ length: 5 }, () => normalise(Float32Array.from([1, 2, 3])))
    const cells = divided(same, 4)
    expect(cells.count).toBeGreaterThanOrEqual(1)
    expect(cellFinder(cells)(same[0] as Float32Array)).toBeLessThan(cells.count)
    expect([cellsFor(0), cellsFor(1_000_000), cellsFor(1e12)]).toEqual([1, 2_000, 4_096])
  })
})

describe("words and meaning together", () => {
  it("lose no result, list none twice, and report how each was found", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(40), { maxLength: 20 }),
        fc.uniqueArray(fc.nat(40), { maxLength: 20 }),
        fc.boolean(),
        (words, meaning, exact) => {
          const fused = fuseRankings({ words: words.map(String), meaning: meaning.map(String), exact })
          expect(new Set(fused.map(({ id }) => id))).toEqual(new Set([...words, ...meaning].map(String)))
          expect(fused).toHaveLength(new Set([...words, ...meaning]).size)
          expect(
            fused.every(({ score }, place) => place === 0 || score < (fused[place - 1]?.score ?? 0)),
          ).toBe(true)
          expect(fused.filter(({ found }) => found === "both").length).toBe(
            words.filter((one) => meaning.includes(one)).length,
          )
          if (exact) expect(fused.slice(0, words.length).map(({ id }) => id)).toEqual(words.map(String))
        },
      ),
    )
  })

  it("rank results that match in words and meaning above those that match in one", () => {
    expect(
      fuseRankings({ words: ["a", "b", "c"], meaning: ["x", "c", "b"], exact: false }).map(({ id }) => id),
    ).toEqual(["b", "c", "a", "x"])
    expect(
      fuseRankings({ words: ["a", "b"], meaning: ["x", "b"], exact: true }).map(
        ({ id, found }) => `${id} ${found}`,
      ),
    ).toEqual(["a words", "b both", "x meaning"])
  })

  it("keep the order of the word results for an exact query", () => {
    const exact = [
      '"dead letter"',
      "broker",
      "4222",
      "useWalletAction",
      "src/zones.ts",
      "where is COMMAND_BLOCK_RE set",
      "kafka 3.7.1 upgrade",
      "sha256 of revisions",
    ]
    const loose = ["how are retries limited", "fire-and-forget jobs", "支払い の 設定", "part of a word"]
    expect(exact.filter((query) => !isExactQuery(searchQuery(query)))).toEqual([])
    expect(loose.filter((query) => isExactQuery(searchQuery(query)))).toEqual([])
  })
})

describe("the embedded text of an entry", () => {
  it("is its section and its words, without markup and limited in length", () => {
    expect(textToEmbed("Watch Points", "**Never** run `npm ci`\n  on _the_ [broker](b.md)")).toBe(
      "Watch Points: Never run npm ci on the broker (b.md)",
    )
    expect(textToEmbed(null, `${"😀".repeat(400)}`).length).toBeLessThanOrEqual(600)
    expect(textToEmbed(null, `x${"😀".repeat(400)}`).isWellFormed()).toBe(true)
  })
})
