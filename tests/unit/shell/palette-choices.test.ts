import { expect, it } from "vitest"
import { actionChoices, fitting, pageChoices } from "@/components/shell/palette-choices"

const where = { team: "core", project: null, manages: true, teams: [] }
const found = (query: string) =>
  fitting([...pageChoices(where), ...actionChoices(where)], query).map(({ label }) => label)

it.each([
  ["silos", "Agents › Overlap › Known to one agent"],
  ["receipts", "Agents › Delivery › Deliveries"],
  ["taxonomy", "Settings › Team › Categories"],
  ["heartbeat", "Settings › Instance"],
  ["compaction", "Memory › Compact"],
  ["fleet", "Agents"],
  ["dashboard", "Home"],
  ["slack", "Add a notification channel"],
  ["undo", "Restore everything to an earlier time"],
])("finds %s by a synonym", (query, label) => {
  expect(found(query)).toContain(label)
})

it("lists labels that begin with the query first and needs every word", () => {
  expect(found("coach")[0]).toBe("Coach")
  expect(found("import history")).toEqual(["Sources › Import history"])
  expect(found("import nothing-like-this")).toEqual([])
})

it("leaves out what only managers may do", () => {
  const theirs = { ...where, manages: false }
  const labels = [...pageChoices(theirs), ...actionChoices(theirs)].map(({ label }) => label)
  expect(labels).not.toContain("Invite a colleague")
  expect(labels).not.toContain("Settings › History › Audit log")
  expect(labels).toContain("Settings › Access › Your account")
})
