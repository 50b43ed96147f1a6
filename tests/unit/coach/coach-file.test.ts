import { describe, expect, it } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import {
  coachStatement,
  planPublishing,
  type PublishedClaim,
  sectionOfClaim,
  type ToPublish,
} from "@/lib/memory/coach/claim-statements"
import { CLAIM_KINDS } from "@/lib/memory/coach/synthesis"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"
import { writeChanges } from "@/lib/memory/proposals/write-changes"

const FORMAT = formatById("kaizen")
const PATH = ".kaizen/agents/coach/memory.md"
const EMPTY = FORMAT.scaffold({
  agent: "coach",
  project: "ledger",
  category: null,
  roles: [],
  date: "2026-11-22",
})

function standing(text: string): StoredEntry[] {
  const { entries, sections } = FORMAT.parse(text, PATH)
  return entries.map((entry, at) => ({
    id: `e${at}`,
    text: entry.text,
    section: entry.section === null ? null : (sections[entry.section]?.name ?? null),
    state: entry.state,
    retiredBecause: entry.retiredBecause,
    date: entry.date,
    type: entry.type,
    confidence: entry.confidence,
    key: entry.key,
  }))
}

const claim = (position: number, statement: string, section = "Accumulated Findings"): ToPublish => ({
  position,
  id: `new-${position}`,
  statement,
  section,
})

function publish(
  text: string,
  claims: readonly ToPublish[],
  before: readonly PublishedClaim[] = [],
  day = "2026-11-22",
) {
  const entries = standing(text)
  const plan = planPublishing(entries, { claims, before, others: [], day })
  const written = writeChanges({ format: FORMAT, path: PATH, text }, entries, plan.changes)
  if (!written.ok) throw new Error(written.why)
  expect(written.ids.filter((id) => id?.startsWith("new"))).toEqual(
    plan.changes.flatMap((change) => ("id" in change ? [change.id] : [])),
  )
  return { plan, text: written.text }
}

describe("the entries that publishing writes into the coach's memory", () => {
  it("are one dated entry per claim, in the section of its kind", () => {
    expect(CLAIM_KINDS.map(sectionOfClaim)).toEqual([
      "Accumulated Findings",
      "Watch Points",
      "Open Threads",
      "Accumulated Findings",
      "Accumulated Findings",
    ])
    const { text, plan } = publish(EMPTY, [
      claim(0, "Three agents work around one fault"),
      claim(2, "The broker forgets messages", "Watch Points"),
    ])
    expect(text).toContain(
      "## Accumulated Findings\n<!-- Patterns, recurring issues, key decisions encountered -->\n\n- [2026-11-22] Three agents work around one fault\n",
    )
    expect(text).toContain(
      "## Watch Points\n<!-- Recurring risks, traps, or areas requiring extra care -->\n\n- [2026-11-22] The broker forgets messages\n",
    )
    expect(plan.added).toEqual([[0], [2]])
  })

  it("replace the entries of the last synthesis, except those that a person reworded, retired or wrote", () => {
    const old = EMPTY.replace(
      "encountered -->\n",
      "encountered -->\n- [2026-11-01] Goes\n- [2026-11-01] Was reworded\n- [2026-11-01] ~~Was retired~~ ← STALE (no more)\n- [2026-10-01] By hand\n",
    )
    const before = [
      { entry: "e0", written: "Goes" },
      { entry: "e1", written: "Was worded" },
      { entry: "e2", written: "Was retired" },
      { entry: "e9", written: "Was forgotten" },
      { entry: "e3", written: null },
    ]
    const { text, plan } = publish(old, [claim(0, "Comes")], before)
    expect(plan).toMatchObject({ removed: 1, stays: 2 })
    expect(text).toBe(
      old
        .replace("- [2026-11-01] Goes\n", "")
        .replace("- [2026-10-01] By hand\n", "- [2026-10-01] By hand\n- [2026-11-22] Comes\n"),
    )
  })

  it("do not duplicate entries of the file, and keep their author", () => {
    const old = EMPTY.replace(
      "encountered -->\n",
      "encountered -->\n- [2026-11-01] Said before\n- [2026-10-01] By hand\n",
    )
    const { text, plan } = publish(
      old,
      [claim(0, "By hand"), claim(1, "Said  before"), claim(2, "New"), claim(3, "New")],
      [{ entry: "e0", written: "Said before" }],
    )
    expect([...plan.kept]).toEqual([
      [0, { entry: "e1", written: null }],
      [1, { entry: "e0", written: "Said before" }],
    ])
    expect(plan).toMatchObject({ removed: 0, stays: 0, added: [[2, 3]] })
    expect(text).toBe(old.replace("- [2026-10-01] By hand\n", "- [2026-10-01] By hand\n- [2026-11-22] New\n"))
  })
})

describe("a claim in the file", () => {
  it("names its audience and the agents that it cites, each once", () => {
    expect(coachStatement({ text: " Run one file at a time ", agent: null, from: [] })).toBe(
      "Run one file at a time",
    )
    expect(
      coachStatement({
        text: "Run one file at a time",
        agent: "release-captain",
        from: ["unit-tester", "e2e-tester", "unit-tester"],
      }),
    ).toBe("For release-captain: Run one file at a time (unit-tester, e2e-tester)")
    expect(coachStatement({ text: "All know it", agent: null, from: ["a", "b", "c", "d"] })).toBe(
      "All know it (a, b, c, d)",
    )
    expect(coachStatement({ text: "All know it", agent: null, from: ["a", "b", "c", "d", "e"] })).toBe(
      "All know it (a, b, c, 2 more)",
    )
  })

  it("stays one entry, also where it has several lines", () => {
    const statement = coachStatement({
      text: "Deploys stop where:\n- the queue is full\n- the broker is down",
      agent: null,
      from: ["unit-tester"],
    })
    const { text } = publish(EMPTY, [claim(0, statement)])
    expect(standing(text).map((entry) => entry.text)).toEqual([statement])
  })
})
