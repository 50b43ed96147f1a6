import { describe, expect, it } from "vitest"
import { extractiveEntry, fleet, orientation, writeExtractive } from "./fleet"

const LEDGER = [
  extractiveEntry("unit-tester", "Freeze the clock in setup: tests near midnight UTC fail otherwise", {
    category: "testing",
  }),
  extractiveEntry("unit-tester", "Always name the rows of a table test", { category: "testing" }),
  extractiveEntry("implementer", "Money is an integer of minor units, never a float", {
    category: "implementation",
  }),
  extractiveEntry("risk-architect", "Money is an integer of minor units, never a float", {
    category: "architecture",
  }),
  extractiveEntry("execution-monitor", "Dashboards are refreshed each hour by the metrics exporter", {
    category: "monitoring",
  }),
  extractiveEntry("contract-tester", "Should slow contract tests move to a package of their own?", {
    category: "testing",
    section: "Open Threads",
  }),
  extractiveEntry("devils-advocate", "Every plan assumes that the broker delivers once, and it does not", {
    category: "validation",
  }),
]
const texts = async (...args: Parameters<typeof fleet>) =>
  (await writeExtractive(fleet(...args))).claims.map(({ text }) => text)

describe("the orientation of an agent", () => {
  it("lists the knowledge and warnings of the other agents, what the project agrees on and what is open", async () => {
    const { claims } = await writeExtractive(fleet(LEDGER, orientation("regression-tester", "testing")))
    const of = (words: string) => claims.find(({ text }) => text.includes(words))
    expect(of("Freeze the clock")).toMatchObject({
      kind: "risk",
      text: "Watch out: “Freeze the clock in setup: tests near midnight UTC fail otherwise” (unit-tester).",
    })
    expect(of("rows of a table test")).toMatchObject({
      kind: "gap",
      text: "According to unit-tester: “Always name the rows of a table test”.",
    })
    expect(of("Money is an integer")).toMatchObject({
      kind: "shared-pattern",
      text: "implementer and risk-architect both agree: “Money is an integer of minor units, never a float”.",
      promote: null,
    })
    expect(of("slow contract tests")).toMatchObject({
      kind: "observation",
      text: "Still open, according to contract-tester: “Should slow contract tests move to a package of their own?”.",
    })
  })

  it("includes the knowledge of its predecessor", async () => {
    const [first] = await texts(LEDGER.toReversed(), orientation("robustness-challenger", "validation"))
    expect(
      [first, ...(await texts(LEDGER, orientation("robustness-challenger", "validation")))].join(" "),
    ).toContain("devils-advocate")
  })

  it("repeats nothing to an agent that it says itself", async () => {
    expect((await texts(LEDGER, orientation("implementer", "implementation"))).join(" ")).not.toContain(
      "Money is an integer",
    )
  })

  it("infers the field of an agent without a category from its name", async () => {
    const [first] = await texts(
      LEDGER.map((one) => ({ ...one, category: null })),
      orientation("smoke-tester"),
    )
    expect(first).toMatch(/tester/)
  })

  it("is empty where no agent has memory", async () => {
    expect(await texts([], orientation("release-captain"))).toEqual([])
  })

  it("lists disputes in its field first, before either side is used", async () => {
    const [one, other] = ["Contract tests retry three times", "Contract tests retry five times"]
    const claims = await texts(
      [
        extractiveEntry("unit-tester", one, { category: "testing" }),
        extractiveEntry("contract-tester", other, { category: "testing" }),
      ],
      {
        ...orientation("integrator", "testing"),
        contradictions: [{ left: "entry-0000", right: "entry-0001", why: "one says three, the other five" }],
      },
    )
    expect(claims).toEqual([
      `Unresolved: ask before you rely on either entry. unit-tester and contract-tester contradict each other: one says three, the other five. unit-tester: “${one}”; contract-tester: “${other}”.`,
    ])
  })
})
