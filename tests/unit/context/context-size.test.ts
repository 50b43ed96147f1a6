import { expect, it } from "vitest"
import { contextSize, type SizedFile } from "@/lib/memory/context/harness-loads"

const file = (more: Partial<SizedFile>): SizedFile => ({
  moment: "start",
  scope: "project",
  agent: null,
  category: null,
  lines: 10,
  cut: null,
  limits: { budget: null, lines: null },
  ...more,
})

it("adds up the loaded lines by owner, the lines left within budgets, and the truncated lines", () => {
  expect(
    contextSize([
      file({ agent: "unit-tester", lines: 209, cut: 201, limits: { budget: 100, lines: 200 } }),
      file({ category: "testing", lines: 30, limits: { budget: 100, lines: 200 } }),
      file({ scope: "global", lines: 4, limits: { budget: null, lines: 200 } }),
      file({ scope: "team", lines: 6 }),
      file({ lines: 12 }),
      file({ agent: "unit-tester", moment: "on-demand", lines: 500 }),
    ]),
  ).toEqual({
    loaded: { global: 4, team: 6, project: 12, category: 30, own: 200 },
    unused: 70 + 196,
    truncated: 9,
  })
})

it("has nothing for an agent without files", () => {
  expect(contextSize([])).toEqual({
    loaded: { global: 0, team: 0, project: 0, category: 0, own: 0 },
    unused: 0,
    truncated: 0,
  })
})
