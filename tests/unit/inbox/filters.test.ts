import { describe, expect, it } from "vitest"
import {
  alertQuery,
  alertStateOf,
  conflictQuery,
  isFiltered,
  proposalQuery,
  readFilters,
  synthesisQuery,
} from "@/components/inbox/filters"

const filtersOf = (query: string) => readFilters(new URLSearchParams(query))

describe("the filters of the address", () => {
  it("are none where it says nothing, or what there is not", () => {
    expect(filtersOf("")).toMatchObject({ tab: "waiting", kind: null, order: "harm", q: "" })
    expect(filtersOf("tab=elsewhere&kind=poem&order=random&standing=upright")).toEqual(filtersOf(""))
    expect(isFiltered(filtersOf("tab=snoozed&order=newest&project=ledger"))).toBe(false)
    expect(isFiltered(filtersOf("assignee=me"))).toBe(true)
  })

  it("are sent to the server for the current tab", () => {
    expect(proposalQuery("core", filtersOf("kind=edit&found=flagged&q=%20broker%20"))).toEqual({
      team: "core",
      state: "waiting",
      kind: "edit",
      flagged: "1",
      q: "broker",
      order: "file",
    })
    expect(proposalQuery("core", filtersOf("tab=snoozed"))).toMatchObject({ state: "waiting", snoozed: "1" })
    expect(proposalQuery("core", filtersOf("tab=decided"))).toEqual({
      team: "core",
      state: "decided",
      order: "newest",
    })
  })

  it("ask for no proposals where only alerts are meant", () => {
    expect(proposalQuery("core", filtersOf("tab=alerts"))).toBeNull()
    expect(proposalQuery("core", filtersOf("kind=past-cut"))).toBeNull()
    expect(proposalQuery("core", filtersOf("severity=error"))).toBeNull()
  })

  it("are asked of the list of conflicts, which knows kinds, findings, agents and words", () => {
    expect(
      conflictQuery(
        "core",
        filtersOf("tab=conflicts&kind=cross-scope&agent=planner&q=broker&found=duplicate"),
      ),
    ).toEqual({
      team: "core",
      state: "open",
      kind: "cross-scope",
      agent: "planner",
      q: "broker",
      finding: "duplicate",
    })
    expect(conflictQuery("core", filtersOf("tab=decided&project=ledger"))).toEqual({
      team: "core",
      project: "ledger",
      state: "decided",
    })
    expect(conflictQuery("core", filtersOf("tab=snoozed"))).toEqual({
      team: "core",
      state: "open",
      snoozed: "1",
    })
  })

  it("ask for no conflicts where they ask for what conflicts do not have, nor for proposals where conflicts alone are meant", () => {
    for (const query of [
      "tab=proposals",
      "tab=alerts",
      "kind=edit",
      "kind=past-cut",
      "category=testing",
      "author=mara",
      "standing=applies",
      "assignee=me",
      "found=flagged",
      "severity=error",
    ])
      expect(conflictQuery("core", filtersOf(query)), query).toBeNull()
    for (const query of ["tab=conflicts", "kind=same-scope", "kind=file"])
      expect(proposalQuery("core", filtersOf(query)), query).toBeNull()
  })

  it("are asked of the coach's list, which knows kinds, agents and words, and of no other under “Coach”", () => {
    expect(
      synthesisQuery("core", filtersOf("tab=coach&kind=orientation&agent=planner&q=retries&project=ledger")),
    ).toEqual({
      team: "core",
      project: "ledger",
      state: "waiting",
      snoozed: "0",
      kind: "orientation",
      agent: "planner",
      q: "retries",
    })
    expect(synthesisQuery("core", filtersOf("tab=snoozed"))).toEqual({
      team: "core",
      state: "waiting",
      snoozed: "1",
    })
    expect(synthesisQuery("core", filtersOf("tab=decided"))).toEqual({ team: "core", state: "decided" })
    for (const query of [
      "tab=proposals",
      "tab=conflicts",
      "tab=alerts",
      "kind=edit",
      "kind=past-cut",
      "category=testing",
      "author=mara",
      "found=flagged",
      "standing=applies",
      "assignee=me",
      "severity=error",
    ])
      expect(synthesisQuery("core", filtersOf(query)), query).toBeNull()
    for (const asks of [proposalQuery, conflictQuery, alertQuery])
      expect([asks("core", filtersOf("tab=coach")), asks("core", filtersOf("kind=brief"))]).toEqual([
        null,
        null,
      ])
  })

  it("are asked of the list of alerts, which knows kinds, severities, agents, owners and words", () => {
    expect(alertQuery("core", filtersOf("tab=alerts"))).toEqual({ team: "core", state: "open" })
    expect(
      alertQuery(
        "core",
        filtersOf("kind=past-cut&severity=error&agent=planner&assignee=none&q=harness&project=ledger"),
      ),
    ).toEqual({
      team: "core",
      project: "ledger",
      state: "open",
      kind: "past-cut",
      severity: "error",
      agent: "planner",
      assignee: "none",
      search: "harness",
    })
    expect(alertQuery("core", filtersOf("tab=snoozed"))).toEqual({ team: "core", state: "snoozed" })
  })

  it("hide notices in the waiting tab, unless a filter asks for them", () => {
    expect(alertQuery("core", filtersOf(""))).toMatchObject({ severity: ["error", "warning"] })
    expect(alertQuery("core", filtersOf("agent=planner"))).not.toHaveProperty("severity")
    expect(alertQuery("core", filtersOf("severity=info"))).toMatchObject({ severity: "info" })
  })

  it("list alerts of another state under “Alerts” alone", () => {
    expect(alertStateOf(filtersOf("tab=alerts"))).toBe("open")
    expect(alertStateOf(filtersOf("tab=alerts&state=acknowledged"))).toBe("acknowledged")
    expect(alertStateOf(filtersOf("state=resolved"))).toBe("open")
    expect(isFiltered(filtersOf("tab=alerts&state=resolved"))).toBe(true)
  })

  it("ask for no alerts where they ask for what alerts do not have", () => {
    for (const query of [
      "tab=proposals",
      "tab=conflicts",
      "tab=decided",
      "kind=edit",
      "kind=same-scope",
      "category=testing",
      "author=mara",
      "found=flagged",
      "standing=applies",
    ])
      expect(alertQuery("core", filtersOf(query)), query).toBeNull()
  })
})
