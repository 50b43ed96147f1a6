import { afterEach, expect, it, vi } from "vitest"
import { type SynthesisSummary, makerName, claimsWords } from "@/components/coach/synthesis-text"
import { reviewWords } from "@/components/inbox/kinds/synthesis/synthesis-detail"
import { synthesisDecisionWords } from "@/components/coach/synthesis-pane"
import { itemOf } from "@/components/inbox/inbox-item"
import { SYNTHESIS } from "@/components/inbox/kinds/synthesis/synthesis-kind"
import { synthesisAction } from "@/components/inbox/kinds/synthesis/synthesis-action"

const synthesis = (more: Partial<SynthesisSummary> = {}): SynthesisSummary => ({
  id: "s1",
  kind: "brief",
  state: "waiting",
  title: "What the fleet knows of retries",
  agent: null,
  project: "ledger",
  by: "ops-coach",
  source: "submitted",
  session: null,
  decidedAt: null,
  model: null,
  claims: 12,
  counts: { waiting: 9, accepted: 2, edited: 0, rejected: 1 },
  createdAt: "2026-11-01T08:00:00Z",
  decided: null,
  reason: null,
  snoozedUntil: null,
  ...more,
})

const item = (more: Partial<SynthesisSummary> = {}) => itemOf(SYNTHESIS, synthesis(more))

afterEach(() => vi.unstubAllGlobals())

function answering(): { method: string; url: string; body: unknown }[] {
  const sent: { method: string; url: string; body: unknown }[] = []
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    sent.push({
      method: init.method ?? "GET",
      url: String(url),
      body: init.body ? JSON.parse(String(init.body)) : null,
    })
    return new Response("{}", { status: 200, headers: { "content-type": "application/json" } })
  })
  return sent
}

it("a row shows the progress of a review, the author and the scope", () => {
  const { headline, alarms, who, note } = SYNTHESIS.look(synthesis())
  expect([headline, alarms.map((one) => one.words), who, note]).toEqual([
    "What the fleet knows of retries",
    ["brief"],
    "12 claims, 3 reviewed",
    "ops-coach, ledger",
  ])
  const decided = SYNTHESIS.look(
    synthesis({
      state: "rejected",
      reason: "It says nothing new",
      decided: { by: "Mara", at: "2026-11-02T08:00:00Z" },
    }),
  )
  expect([decided.alarms.map((one) => one.words), decided.who, decided.note, decided.at]).toEqual([
    ["rejected"],
    "by Mara",
    "It says nothing new",
    "2026-11-02T08:00:00Z",
  ])
})

it("its labels depend on its state and author", () => {
  expect([
    claimsWords(synthesis({ counts: { waiting: 12, accepted: 0, edited: 0, rejected: 0 } })),
    claimsWords(synthesis({ counts: { waiting: 0, accepted: 12, edited: 0, rejected: 0 } })),
  ]).toEqual(["12 claims", "12 claims, all reviewed"])
  expect([
    reviewWords(synthesis()),
    reviewWords(synthesis({ claims: 9 })),
    reviewWords(synthesis({ counts: { waiting: 0, accepted: 12, edited: 0, rejected: 0 } })),
  ]).toEqual(["Continue review (9 of 12 claims left)", "Review 9 claims", "Publish or review again"])
  expect([
    makerName(synthesis()),
    makerName(synthesis({ source: "extractive" })),
    makerName(synthesis({ source: "model", model: "ollama:qwen3" })),
  ]).toEqual(["ops-coach", "built-in coach", "ollama:qwen3"])
  expect(
    synthesisDecisionWords(
      synthesis({ state: "published", decided: { by: "Mara", at: "2026-11-02T08:00:00Z" } }),
    ),
  ).toBe("Published by Mara")
})

it("rejects a whole synthesis with a reason, lowers the count, and can be undone", async () => {
  const sent = answering()
  const deed = synthesisAction([item()], { verdict: "reject", reason: "It says nothing new" })
  expect([deed.words, deed.leaves, deed.counts(deed.items)]).toEqual([
    "Rejected “What the fleet knows of retries”",
    "decided",
    { synthesis: -1, snoozed: -0 },
  ])
  expect((await deed.send("k")).map((one) => one.ok)).toEqual([true])
  await deed.takeBack(["s1"], "u")
  expect(sent).toEqual([
    {
      method: "POST",
      url: expect.stringMatching(/\/syntheses\/s1\/rejection\??$/),
      body: { reason: "It says nothing new" },
    },
    { method: "DELETE", url: expect.stringMatching(/\/syntheses\/s1\/rejection\??$/), body: null },
  ])
})

it("snoozes and wakes several syntheses in one request each", async () => {
  const sent = answering()
  const deed = synthesisAction([item(), item({ id: "s2", snoozedUntil: "2026-12-01T00:00:00Z" })], {
    verdict: "snooze",
    until: "2026-12-02T00:00:00Z",
  })
  expect([deed.words, deed.leaves, deed.counts(deed.items)]).toEqual([
    "Snoozed 2 syntheses",
    "snoozed",
    { synthesis: -1, snoozed: 1 },
  ])
  await deed.send("k")
  await deed.takeBack(["s1"], "u")
  expect(sent.map((one) => one.body)).toEqual([
    { syntheses: ["s1", "s2"], until: "2026-12-02T00:00:00Z" },
    { syntheses: ["s1"], until: null },
  ])
})
