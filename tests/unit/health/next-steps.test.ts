import { expect, it } from "vitest"
import { chooseNextSteps } from "@/lib/memory/health/health-parts"

it("lists the largest effect of each kind before a second one of the same kind", () => {
  const steps = [
    { kind: "conflict", effect: 9 },
    { kind: "conflict", effect: 8 },
    { kind: "seed", effect: 2 },
    { kind: "alert", effect: 3 },
  ]
  expect(chooseNextSteps(steps, 3).map(({ effect }) => effect)).toEqual([9, 3, 2])
  expect(chooseNextSteps(steps.slice(0, 3), 3).map(({ effect }) => effect)).toEqual([9, 8, 2])
})
