import { existsSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const ROWS = [
  ...readFileSync("docs/figures.md", "utf8").matchAll(/^\| ([^|]+) \|.*\| `(\w+)` in `([^`]+)` \|$/gm),
]

it("names an exported function for each figure that is shown in several places", () => {
  expect(ROWS.length).toBeGreaterThan(10)
  const missing = ROWS.filter(
    ([, , name = "", file = ""]) =>
      !existsSync(file) ||
      !new RegExp(`^export (?:async )?(?:function|const) ${name}\\b`, "m").test(readFileSync(file, "utf8")),
  )
  expect(missing.map(([, figure]) => figure)).toEqual([])
})
