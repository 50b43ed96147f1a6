import { describe, expect, it } from "vitest"
import { readSynthesisRequest } from "@/components/coach/coach-run"
import { orientChoices, readOrientationName } from "@/components/shell/palette-choices"

describe("an orientation in the palette", () => {
  it("is for whom one names", () => {
    expect(
      ["new orientation for unit-tester", "Orientation unit", "orient risk-architect "].map(
        readOrientationName,
      ),
    ).toEqual(["unit-tester", "unit", "risk-architect"])
  })

  it("waits for a name", () => {
    expect(
      [
        "orientation",
        "orientation for",
        "new orientation fo",
        "orient ",
        "orienteering map",
        "unit-tester",
      ].map(readOrientationName),
    ).toEqual([null, null, null, null, null, null])
  })

  it("is offered for each agent that fits, in its project, else for the name itself", () => {
    const place = { team: "platform", project: null, whom: "unit" }
    const found = [
      {
        id: "agent:ledger/unit-tester",
        label: "unit-tester",
        detail: "ledger",
        href: "/t/platform/agents/ledger/unit-tester",
      },
      { id: "file:1", label: "unit.md" },
    ]
    expect(orientChoices({ ...place, found }).map(({ label, href }) => [label, href])).toEqual([
      ["New orientation for unit-tester", "/t/platform/coach?new=orientation&agent=unit-tester&in=ledger"],
    ])
    expect(orientChoices({ ...place, found: [] }).map(({ label, href }) => [label, href])).toEqual([
      ["New orientation for unit", "/t/platform/coach?new=orientation&agent=unit"],
    ])
  })
})

describe("the panel that starts a run", () => {
  const read = (query: string) => readSynthesisRequest(new URLSearchParams(query))

  it("is preset to the current place, unless the address names another", () => {
    expect(read("new=brief&project=ledger")?.project).toBe("ledger")
    expect(read("new=brief&project=ledger&in=dispatch")?.project).toBe("dispatch")
    expect(read("new=brief&project=ledger&in=*")?.project).toBeNull()
    expect(read("new=brief")?.project).toBeNull()
  })

  it("is closed if the address requests nothing valid", () => {
    expect([read(""), read("new=novel")]).toEqual([null, null])
    expect(read("new=orientation&agent=%20unit-tester&method=magic")).toEqual({
      kind: "orientation",
      project: null,
      agent: "unit-tester",
      method: null,
    })
  })
})
