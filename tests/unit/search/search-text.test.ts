import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { searchDocument, searchQuery } from "@/lib/memory/search/search-text"

describe("a text as search terms", () => {
  it.each([
    ["Café RÉSUMÉ", "cafe resume"],
    ["ＡＢＣ ﬁle", "abc file"],
    ["fooBar", "foo bar foobar"],
    ["foo_bar", "foo bar foobar"],
    ["foo-bar", "foo bar foobar"],
    ["HTTPServer v2", "http server v2 httpserver"],
    ["lib/a/fooBar.ts", "lib a foo bar ts foobar libafoobarts"],
    ["支払い", "支払 払い い"],
    ["税", "税"],
    ["결제 서비스", "결제 서비 비스 제 스"],
    ["キャッシュは5分", "キャ ャッ ッシ シュ ュは 5 分 は"],
    ["ระบบ", "ระ ะบ บบ บ"],
    ["one. Two", "one two"],
    ["ガ が", "ガ が"],
    ["— … 🚢 ⺀", ""],
  ])("%s gives %s", (text, terms) => {
    expect(searchDocument(text)).toBe(terms)
  })

  it("has only letters, digits and marks between single spaces, so that each term is one lexeme", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(searchDocument(text)).toMatch(/^(?:[\p{L}\p{N}\p{M}]+(?: [\p{L}\p{N}\p{M}]+)*)?$/u)
        expect(searchDocument(text)).not.toMatch(/\S{65}/)
      }),
    )
  })

  it("stays below the size limit of a tsvector", () => {
    expect(
      new TextEncoder().encode(
        searchDocument(Array.from({ length: 200_000 }, (_, n) => `word${n}`).join(" ")),
      ).length,
    ).toBeLessThan(1_000_000)
    expect(searchDocument("x".repeat(2_000_000))).toBe("x".repeat(64))
  })
})

describe("a search query", () => {
  it.each([
    ["webhook retries", "'webhook' & 'retries'"],
    ['"webhook retries"', "('webhook' <-> 'retries')"],
    ["web*", "'web':*"],
    ["webhook -legacy", "'webhook' & !'legacy'"],
    ['webhook -"old queue"', "'webhook' & !('old' <-> 'queue')"],
    ["fooBar", "('foobar' | ('foo' <-> 'bar'))"],
    ["foo_ba*", "('fooba':* | ('foo' <-> 'ba':*))"],
    ["支払い", "('支払' <-> '払い')"],
    ["税", "'税':*"],
    ["支払い OR-x", "('支払' <-> '払い') & ('orx' | ('or' <-> 'x'))"],
    ["", ""],
    ["- * \" ' : & | ! ( ) \\", ""],
    ['"open phrase', "('open' <-> 'phrase')"],
    ["it's", "('it' & 's')"],
  ])("%s reads as %s", (query, tsquery) => {
    expect(searchQuery(query).tsquery).toBe(tsquery)
  })

  it("separates words, phrases and exclusions", () => {
    expect(searchQuery('Ledger "daily close" -legacy -"old queue" pay*')).toMatchObject({
      terms: ["ledger", "pay"],
      phrases: ["daily close"],
      not: ["legacy", "old queue"],
    })
  })

  it("is never a syntax error, for any input", () => {
    const term = String.raw`'[\p{L}\p{N}\p{M}]+'(?::\*)?`
    const row = String.raw`(?:${term}|\(${term}(?: <-> ${term})+\))`
    const word = String.raw`(?:${row}|\(${term} \| ${row}\))`
    const clause = String.raw`!?(?:${word}|\(${word}(?: & ${word})+\))`
    const shape = new RegExp(`^(?:${clause}(?: & ${clause})*)?$`, "u")
    const inputs = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(...`ab "-*'\\&|!():<>支払_./A1`) }),
    )
    fc.assert(
      fc.property(inputs, (query) => {
        expect(searchQuery(query).tsquery).toMatch(shape)
      }),
      { numRuns: 1000 },
    )
  })

  it("finds every word and every phrase of a document in it", () => {
    const texts = fc.array(
      fc.constantFrom("fooBar", "the", "支払い", "API", "決済API", "a/b.ts", "snake_case", "税", "x1"),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (words, from, count) => {
        const picked = words.slice(from % words.length, (from % words.length) + 1 + (count % 3))
        const terms = searchDocument(words.join(" ")).split(" ")
        const wanted = [...searchQuery(`"${picked.join(" ")}"`).tsquery.matchAll(/'([^']+)'(:\*)?/g)]
        const found = terms.some((_, start) =>
          wanted.every(([, lexeme = "", open], at) =>
            open === undefined ? terms[start + at] === lexeme : terms[start + at]?.startsWith(lexeme),
          ),
        )
        expect(found).toBe(true)
      }),
    )
  })
})

describe("a query by inflections", () => {
  it.each([
    ["retry", ["retries", "retried", "retrying"]],
    ["retries", ["retry", "retried", "retrying"]],
    ["Deploying", ["deploy", "deploys", "deployed"]],
    ["migrate", ["migrates", "migrated", "migrating"]],
    ["stopped", ["stop", "stops", "stopping"]],
    ["boxes", ["boxed", "boxing"]],
    ["abc", []],
    ['"retry"', []],
    ["-retry", []],
    ["retry*", []],
    ["retry_limit", []],
  ])("%s is found as %j, too", (query, forms) => {
    expect(searchQuery(query, { inflected: true }).forms).toEqual(expect.arrayContaining(forms))
    if (forms.length === 0) expect(searchQuery(query, { inflected: true }).forms).toEqual([])
    expect(searchQuery(query).forms).toEqual([])
  })
})
