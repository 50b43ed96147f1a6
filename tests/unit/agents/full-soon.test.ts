import { expect, it } from "vitest"
import { countFullBy } from "@/components/agents/growth/growth"

const memory = (more: object) => ({
  lines: 90,
  budget: 100,
  limit: 200,
  budgetOn: null,
  limitOn: null,
  ...more,
})

it("counts memories whose budget or load limit is expected to be full by a day", () => {
  const memories = [
    memory({ budgetOn: "2026-12-05" }),
    memory({ lines: 190, budgetOn: "2026-11-28", limitOn: "2026-12-12" }),
    memory({ budget: null, lines: 195, limitOn: "2026-12-01" }),
    memory({ budgetOn: "2026-12-13" }),
    memory({}),
  ]
  expect(countFullBy(memories, "2026-12-12")).toBe(3)
})

it("does not count limits that are already exceeded", () => {
  const over = memory({ lines: 207, budgetOn: "2026-11-28", limitOn: "2026-11-28" })
  expect(countFullBy([over, { ...over, limit: null, limitOn: null }], "2026-12-12")).toBe(0)
})
