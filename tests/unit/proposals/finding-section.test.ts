import { expect, it } from "vitest"
import { KAIZEN_SECTIONS } from "@/lib/formats/kaizen"
import { findingSection } from "@/lib/memory/proposals/finding-section"

const SECTIONS = KAIZEN_SECTIONS.map(({ name }) => name)

it.each([
  ["The retries lack a test", "Open Threads"],
  ["Refunds are not yet covered by the contract tests", "Open Threads"],
  ["The owner of the export job is unclear", "Open Threads"],
  ["Beware of the cache in CI: it hides failed migrations", "Watch Points"],
  ["The webhook tests are flaky on Mondays", "Watch Points"],
  ["The importer drops rows silently if the header has a byte order mark", "Watch Points"],
  ["Retrying twice worked well for the payment API", "What Worked"],
  ["Running one file at a time sped up the feedback", "What Worked"],
  ["Mocking the clock never worked with the scheduler", "Accumulated Findings"],
  ["Event handlers must be idempotent", "Accumulated Findings"],
  ["Invoices are rounded half-even", "Accumulated Findings"],
])("puts “%s” under %s", (text, section) => {
  expect(findingSection(text, SECTIONS)).toBe(section)
})

it("adds no section that the file does not have", () => {
  expect(findingSection("The retries lack a test", ["Project Context"])).toBe("Accumulated Findings")
})
