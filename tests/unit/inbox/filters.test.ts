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
  it("are empty if the address has none or has unknown ones", () => {
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

  it("exclude proposals if only alerts are requested", () => {
    expect(proposalQuery("core", filtersOf("tab=alerts"))).toBeNull()
    expect(proposalQuery("core", filtersOf("kind=past-cut"))).toBeNull()
    expect(proposalQuery("core", filtersOf("severity=error"))).toBeNull()
  })

  it("apply to the list of conflicts by kind, finding, agent and words", () => {
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

  it("exclude conflicts if a filter does not apply to them, and proposals if only conflicts are requested", () => {
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

  it("apply to the coach's list by kind, agent and words, and exclude other lists under “Coach”", () => {
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

  it("apply to the list of alerts by kind, severity, agent, owner and words", () => {
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

  it("list alerts in other states only under “Alerts”", () => {
    expect(alertStateOf(filtersOf("tab=alerts"))).toBe("open")
    expect(alertStateOf(filtersOf("tab=alerts&state=acknowledged"))).toBe("acknowledged")
    expect(alertStateOf(filtersOf("state=resolved"))).toBe("open")
    expect(isFiltered(filtersOf("tab=alerts&state=resolved"))).toBe(true)
  })

  it("exclude alerts if a filter does not apply to them", () => {
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
