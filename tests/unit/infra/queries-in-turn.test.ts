import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const LIB = join(import.meta.dirname, "../../../lib")

/** Returns the arguments of each `Promise.all(…)` in a source text. */
function concurrentCalls(source: string): string[] {
  return [...source.matchAll(/Promise\.(?:all|allSettled|race)\(/g)].map(({ index, 0: call }) => {
    let depth = 1
    let end = index + call.length
    while (depth > 0 && end < source.length) {
      if (source[end] === "(") depth += 1
      if (source[end] === ")") depth -= 1
      end += 1
    }
    return source.slice(index, end)
  })
}

// A transaction has one connection, which runs one query at a time. The next major version of pg rejects others.
it("runs the queries of a transaction one after the other", () => {
  const found = readdirSync(LIB, { recursive: true, encoding: "utf8" })
    .filter((path) => /^(?:db|operations|auth|coach|jobs)\b.*\.ts$/.test(path))
    .flatMap((path) =>
      concurrentCalls(readFileSync(join(LIB, path), "utf8"))
        .filter((call) => /\b(?:tx|client)\b/.test(call))
        .map((call) => `${path}: ${call.slice(0, 60)}`),
    )
  expect(found).toEqual([])
})
