import { expect, it } from "vitest"
import { ITEM_KINDS } from "@/components/inbox/item-kind-registry"
import { actionChoices, byBestMatch, matchingChoices, pageChoices } from "@/components/shell/palette-choices"

const where = { team: "core", project: null, manages: true, teams: [] }
const found = (query: string) =>
  matchingChoices([...pageChoices(where), ...actionChoices(where)], query).map(({ label }) => label)

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

it("lists labels that start with the query first and requires every word", () => {
  expect(found("coach")[0]).toBe("Coach")
  expect(found("import history")).toEqual(["Sources › Import history"])
  expect(found("import nothing-like-this")).toEqual([])
})

it("opens each list of the inbox", () => {
  expect(found("proposals")[0]).toBe("Inbox › Proposals")
  const lists = pageChoices({ ...where, project: "a b" }).filter(({ id }) => id.startsWith("inbox:"))
  expect(lists.map(({ href }) => href)).toEqual([
    ...ITEM_KINDS.map(({ tab }) => `/t/core/inbox?tab=${tab}&project=a%20b`),
    "/t/core/inbox?assignee=me&project=a%20b",
    "/t/core/inbox?tab=snoozed&project=a%20b",
    "/t/core/inbox?tab=decided&project=a%20b",
  ])
  expect(lists.map(({ label }) => label)).toEqual(
    expect.arrayContaining(ITEM_KINDS.map(({ label }) => `Inbox › ${label}`)),
  )
})

it("leaves out choices that require a manager", () => {
  const theirs = { ...where, manages: false }
  const labels = [...pageChoices(theirs), ...actionChoices(theirs)].map(({ label }) => label)
  expect(labels).not.toContain("Invite a colleague")
  expect(labels).not.toContain("Settings › History › Audit log")
  expect(labels).toContain("Settings › Access › Your account")
})

it("puts the group with the best match first", () => {
  const first = (query: string) =>
    byBestMatch(
      [
        { title: "Pages", choices: matchingChoices(pageChoices(where), query) },
        { title: "Actions", choices: matchingChoices(actionChoices(where), query) },
      ],
      query,
    )[0]?.choices[0]?.label
  expect([first("invite"), first("inbox"), first("silos")]).toEqual([
    "Invite a colleague",
    "Inbox",
    "Agents › Overlap › Known to one agent",
  ])
})
