import { expect, it } from "vitest"
import { distinctNames } from "@/components/agents/compare/compared-entries"
import type { FleetAgent } from "@/components/agents/fleet"

const agent = (name: string, slug: string) => ({ name, project: { slug, name: slug } }) as FleetAgent

it("distinguishes compared agents of the same name by their projects", () => {
  expect(distinctNames([agent("unit-tester", "ledger"), agent("unit-tester", "dispatch")])).toEqual([
    "unit-tester in ledger",
    "unit-tester in dispatch",
  ])
})

it("labels agents of different names by name alone, whatever their projects, and an agent compared with itself too", () => {
  expect(distinctNames([agent("unit-tester", "ledger"), agent("integrator", "dispatch")])).toEqual([
    "unit-tester",
    "integrator",
  ])
  expect(distinctNames([agent("unit-tester", "ledger"), agent("unit-tester", "ledger")])).toEqual([
    "unit-tester",
    "unit-tester",
  ])
})
