import { describe, expect, it } from "vitest"
import { conflictQuery, isFiltered, matchesFinding, proposalQuery, readFilters } from "@/components/inbox/filters"
import type { Finding } from "@/components/inbox/finding"

const filtersOf = (query: string) => readFilters(new URLSearchParams(query))
const finding = { kind: "past-cut", message: "9 lines past what the harness loads", path: "testing/MEMORY.md", agent: "unit-tester" } as Finding

describe("the filters of the address", () => {
  it("are none where it says nothing, or what there is not", () => {
    expect(filtersOf("")).toMatchObject({ tab: "waiting", kind: null, order: "file", q: "" })
    expect(filtersOf("tab=elsewhere&kind=poem&order=random&standing=upright")).toEqual(filtersOf(""))
    expect(isFiltered(filtersOf("tab=snoozed&order=newest&project=ledger"))).toBe(false)
    expect(isFiltered(filtersOf("assignee=me"))).toBe(true)
  })

  it("are asked of the server for the tab that one looks at", () => {
    expect(proposalQuery("core", filtersOf("kind=edit&found=flagged&q=%20broker%20"))).toEqual({ team: "core", state: "waiting", kind: "edit", flagged: "1", q: "broker", order: "file" })
    expect(proposalQuery("core", filtersOf("tab=snoozed"))).toMatchObject({ state: "waiting", snoozed: "1" })
    expect(proposalQuery("core", filtersOf("tab=decided"))).toEqual({ team: "core", state: "decided", order: "newest" })
  })

  it("ask for no proposals where only findings are meant", () => {
    expect(proposalQuery("core", filtersOf("tab=alerts"))).toBeNull()
    expect(proposalQuery("core", filtersOf("kind=past-cut"))).toBeNull()
  })

  it("are asked of the list of conflicts, which knows kinds, findings, agents and words", () => {
    expect(conflictQuery("core", filtersOf("tab=conflicts&kind=cross-scope&agent=planner&q=broker&found=duplicate"))).toEqual({ team: "core", state: "open", kind: "cross-scope", agent: "planner", q: "broker", finding: "duplicate" })
    expect(conflictQuery("core", filtersOf("tab=decided&project=ledger"))).toEqual({ team: "core", project: "ledger", state: "decided" })
    expect(conflictQuery("core", filtersOf("tab=snoozed"))).toEqual({ team: "core", state: "open", snoozed: "1" })
  })

  it("ask for no conflicts where they ask for what conflicts do not have, nor for proposals where conflicts alone are meant", () => {
    for (const query of ["tab=proposals", "tab=alerts", "kind=edit", "kind=past-cut", "category=testing", "author=mara", "standing=applies", "assignee=me", "found=flagged"]) expect(conflictQuery("core", filtersOf(query)), query).toBeNull()
    for (const query of ["tab=conflicts", "kind=same-scope", "kind=file"]) expect(proposalQuery("core", filtersOf(query)), query).toBeNull()
  })

  it("choose among findings by kind, agent and words, and leave them out where they ask for what findings do not have", () => {
    for (const query of ["", "kind=past-cut", "agent=unit-tester", "q=HARNESS+testing", "tab=alerts"]) expect(matchesFinding(finding, filtersOf(query)), query).toBe(true)
    for (const query of ["kind=gone", "kind=edit", "agent=other", "q=broker", "author=mara", "assignee=me", "tab=proposals"]) expect(matchesFinding(finding, filtersOf(query)), query).toBe(false)
  })
})
