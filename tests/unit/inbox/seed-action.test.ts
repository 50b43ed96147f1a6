import { afterEach, expect, it, vi } from "vitest"
import { planBulk } from "@/components/inbox/actions/bulk-plan"
import { itemOf } from "@/components/inbox/inbox-item"
import { SEED } from "@/components/inbox/kinds/seed/seed-kind"
import { seedAction, SEED_BULK } from "@/components/inbox/kinds/seed/seed-action"
import {
  type SeedPlacement,
  type SeedPlanDetail,
  type SeedPlanSummary,
  planSummary,
  leftOutWords,
  seedHeadline,
} from "@/components/seed/inbox/seed-inbox-text"
import { waitingApplyLabel, whyNotApplicable } from "@/components/inbox/kinds/seed/seed-detail"
import { unsurePlacements } from "@/components/seed/inbox/seed-pane"
import { noneLeftOut } from "@/tests/support/seed/none-left-out"

const plan = (more: Partial<SeedPlanSummary> = {}): SeedPlanSummary => ({
  id: "p1",
  agent: "structure-architect",
  category: "architecture",
  project: { slug: "ledger", name: "Ledger" },
  path: ".kaizen/agents/structure-architect/memory.md",
  state: "waiting",
  by: "ops",
  at: "2026-11-01T08:00:00Z",
  decidedBy: null,
  decidedAt: null,
  lines: 61,
  budget: 100,
  placed: 38,
  leftOut: 6,
  from: ["architect"],
  version: 3,
  snoozedUntil: null,
  ...more,
})
const placed = (entry: string, more: Partial<SeedPlacement> = {}): SeedPlacement => ({
  entry,
  from: "architect",
  text: entry,
  date: null,
  section: null,
  was: null,
  path: "a.md",
  line: 1,
  file: "f1",
  place: "shared",
  why: null,
  reason: "says how all work",
  confidence: 0.9,
  byHand: false,
  ...more,
})
const detail = (more: Partial<SeedPlanDetail> = {}): SeedPlanDetail => ({
  id: "p1",
  agent: "structure-architect",
  category: "architecture",
  project: { slug: "ledger", name: "Ledger" },
  from: [{ agent: "architect", project: "ledger", path: "a.md", file: "f1", entries: 4, changed: false }],
  path: "memory.md",
  state: "waiting",
  version: 3,
  by: "ops",
  at: "2026-11-01T08:00:00Z",
  decided: null,
  reason: null,
  budget: 100,
  lines: 61,
  over: 0,
  target: "empty",
  sections: [{ place: "shared", heading: "Shared Patterns", entries: 38, lines: 38 }],
  placements: [
    placed("sure"),
    placed("vague", { confidence: 0.4 }),
    placed("moved", { confidence: 0.1, byHand: true }),
    placed("old", { place: "left-out", why: "stale", confidence: 0.3 }),
  ],
  counts: {
    shared: 38,
    coordinator: 0,
    roles: {},
    leftOut: { ...noneLeftOut(), stale: 4, duplicate: 2 },
    all: 44,
  },
  file: null,
  proposals: [],
  refused: [],
  may: { decide: true, why: null, people: 1 },
  snoozedUntil: null,
  team: "platform",
  roles: [],
  format: "kaizen",
  model: null,
  notes: [],
  nothingLeft: null,
  revision: null,
  ...more,
})

afterEach(() => vi.unstubAllGlobals())

function answering(): { method: string; path: string; body: unknown }[] {
  const sent: { method: string; path: string; body: unknown }[] = []
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    sent.push({
      method: init.method ?? "GET",
      path: String(url).replace(/\?.*$/, "").replace("/api/v1", ""),
      body: init.body ? JSON.parse(String(init.body)) : null,
    })
    return new Response("{}", { status: 200, headers: { "content-type": "application/json" } })
  })
  return sent
}

it("a row shows the new agent, the entries by predecessor, and how full the file would be", () => {
  expect(seedHeadline(plan())).toBe("Seed structure-architect: 38 entries from architect, 61 of 100 lines")
  expect(seedHeadline(plan({ agent: null, from: ["a", "b", "c", "d"], placed: 1 }))).toBe(
    "Seed the architecture category memory: 1 entry from a, b and 2 more, 61 of 100 lines",
  )
  const { alarms, who, note, at } = SEED.look(
    plan({ state: "dropped", decidedBy: "Mara", decidedAt: "2026-11-02T08:00:00Z" }),
  )
  expect([alarms.map((one) => one.words), who, note, at]).toEqual([
    ["discarded"],
    "by Mara",
    "6 left out",
    "2026-11-02T08:00:00Z",
  ])
})

it("the button describes the result, or the reason why it is disabled", () => {
  expect(waitingApplyLabel(detail())).toBe("Apply: writes 38 entries (61 of 100 lines) to memory.md")
  expect(waitingApplyLabel(detail({ target: "has-content" }))).toBe(
    "Propose 38 entries for memory.md, which already has entries",
  )
  expect(waitingApplyLabel(detail({ may: { decide: true, why: null, people: 2 } }))).toBe(
    "Propose 38 entries for memory.md, which needs two approvals",
  )
  expect([
    whyNotApplicable(detail()),
    whyNotApplicable(detail({ may: { decide: false, why: "it is yours", people: 1 } })),
    whyNotApplicable(detail({ over: 2 })),
    whyNotApplicable(detail({ target: "opted-out" })),
    whyNotApplicable(detail({ sections: [] })),
  ]).toEqual([
    null,
    "it is yours",
    "The plan is 2 lines over budget. Press E to open the plan and leave some entries out.",
    "The agent has opted out of memory. Turn the agent’s memory on first.",
    "The plan includes no entries. Press E to open the plan and add some.",
  ])
})

it("lists the least certain entries first, and counts moved entries as certain", () => {
  expect(unsurePlacements(detail()).map(({ entry }) => entry)).toEqual(["old", "vague"])
  expect(leftOutWords(detail())).toBe("4 stale, 2 duplicate")
  expect(planSummary(detail())).toMatchObject({ placed: 3, leftOut: 1, from: ["architect"], decidedBy: null })
})

it("applies a seed plan as shown, or drops it with a reason, and undoes either", async () => {
  const sent = answering()
  const apply = seedAction([itemOf(SEED, plan())], { verdict: "apply", version: 3, proposes: false })
  expect([apply.words, apply.leaves, apply.lanes, apply.counts(apply.items)]).toEqual([
    "Applied the plan for structure-architect",
    "decided",
    ["ledger/.kaizen/agents/structure-architect/memory.md"],
    { seed: -1, snoozed: -0 },
  ])
  expect((await apply.send("k")).map((one) => one.ok)).toEqual([true])
  await apply.takeBack(["p1"], "u")
  await seedAction([itemOf(SEED, plan())], { verdict: "drop", reason: "It starts fresh" }).send("d")
  expect(sent).toEqual([
    { method: "POST", path: "/seed/plans/p1/apply", body: { version: 3 } },
    { method: "POST", path: "/seed/plans/p1/undo", body: {} },
    { method: "POST", path: "/seed/plans/p1/drop", body: { reason: "It starts fresh" } },
  ])
})

it("snoozes several seed plans together, and decides them one by one", async () => {
  const sent = answering()
  const two = [plan(), plan({ id: "p2", snoozedUntil: "2026-12-01T00:00:00Z" })].map((one) =>
    itemOf(SEED, one),
  )
  const deed = seedAction(two, { verdict: "snooze", until: "2026-12-02T00:00:00Z" })
  expect([deed.words, deed.leaves, deed.counts(deed.items)]).toEqual([
    "Snoozed 2 seed plans",
    "snoozed",
    { seed: -1, snoozed: 1 },
  ])
  await deed.send("k")
  expect(sent).toEqual([
    {
      method: "PUT",
      path: "/seed/plans/snooze",
      body: { plans: ["p1", "p2"], until: "2026-12-02T00:00:00Z" },
    },
  ])
  const kinds = new Map([["seed", SEED_BULK]])
  expect([
    planBulk(two, "snooze", kinds).taken.get("seed")?.length,
    planBulk(two, "approve", kinds).leftOut.length,
    planBulk(two, "approve", kinds).words,
  ]).toEqual([2, 2, "Seed plans must be reviewed one by one. Skipped: 2 to review separately"])
})
