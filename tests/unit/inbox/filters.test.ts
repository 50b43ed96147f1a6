import { describe, expect, it } from "vitest"
import { listQuery } from "@/components/inbox/inbox-pages"
import { isFiltered, readFilters } from "@/components/inbox/inbox-query"
import { alertStateOf } from "@/components/inbox/kinds/alert/alert-kind"

const filtersOf = (query: string) => readFilters(new URLSearchParams(query))

describe("the filters of the address", () => {
  it("are empty if the address has none or has unknown ones", () => {
    expect(filtersOf("")).toMatchObject({ tab: "waiting", kind: null, order: "harm", q: "" })
    expect(filtersOf("tab=elsewhere&kind=poem&order=random&standing=upright")).toEqual(filtersOf(""))
    expect(isFiltered(filtersOf("tab=snoozed&order=newest&project=ledger"))).toBe(false)
    expect(isFiltered(filtersOf("assignee=me"))).toBe(true)
  })

  it("are sent to the server for the current tab", () => {
    expect(listQuery("core", filtersOf(""))).toEqual({ team: "core", state: "waiting", order: "harm" })
    expect(listQuery("core", filtersOf("kind=edit&found=flagged&q=%20broker%20"))).toEqual({
      team: "core",
      state: "waiting",
      type: "edit",
      found: "flagged",
      q: "broker",
      order: "harm",
    })
    expect(listQuery("core", filtersOf("tab=coach&agent=planner&project=ledger"))).toEqual({
      team: "core",
      project: "ledger",
      state: "waiting",
      kind: ["synthesis"],
      agent: "planner",
      order: "harm",
    })
    expect(listQuery("core", filtersOf("tab=snoozed"))).toMatchObject({ state: "snoozed" })
    expect(listQuery("core", filtersOf("tab=decided"))).toMatchObject({ state: "decided", order: "newest" })
  })

  it("list alerts in other states only under “Alerts”", () => {
    expect(alertStateOf(filtersOf("tab=alerts"))).toBe("open")
    expect(alertStateOf(filtersOf("tab=alerts&state=acknowledged"))).toBe("acknowledged")
    expect(listQuery("core", filtersOf("tab=alerts&state=acknowledged"))).toMatchObject({
      kind: ["alert"],
      alertState: "acknowledged",
    })
    expect(alertStateOf(filtersOf("state=resolved"))).toBe("open")
    expect(isFiltered(filtersOf("tab=alerts&state=resolved"))).toBe(true)
  })
})
