import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, it } from "vitest"
import { findFreeTextKeys } from "../support/source-code/free-text-keys"

const ALLOWED = "lib/memory/text/own-value.ts"

it("the rule finds each read and write at free text, and nothing else", () => {
  const folder = "tests/fixtures/free-text-keys"
  const expected = readFileSync(join(folder, "keys.ts"), "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (!/\/\/ finding/.test(line)) return []
      return line.endsWith("twice") ? [index + 1, index + 1] : [index + 1]
    })
  const found = findFreeTextKeys(resolve(folder, "tsconfig.json"), process.cwd(), [folder])
  expect(found.map((one) => Number(one.split(":")[1]))).toEqual(expected)
})

it("no plain object is read or written at a key that is free text", () => {
  const found = findFreeTextKeys(resolve("tsconfig.json"), process.cwd(), ["app", "components", "lib"])
  expect(found.filter((one) => !one.startsWith(`${ALLOWED}:`))).toEqual([])
}, 240_000)
