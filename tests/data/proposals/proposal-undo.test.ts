import { beforeEach, describe, expect, it } from "vitest"
import type { Actor } from "@/lib/memory/teams/actor"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { runOperation } from "@/lib/operations/operation"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { reviewProposals, undoReview, undoReviews } from "@/lib/operations/proposals/decisions/review"
import { withdrawProposal } from "@/lib/operations/proposals/rebase-withdraw-snooze-assign"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import {
  addition,
  decide,
  givenMemory,
  givenProposal,
  givenToken,
  textOf,
  type Verdict,
} from "../../support/proposals"

const PATH = memoryPath("billing")
const OTHER = memoryPath("shipping")
/** With line breaks and spaces that no writer produces. */
const TEXT = memoryOf("billing", [
  "[2026-01-02] Invoices are numbered by the ledger",
  "[2026-01-03]  Retries need an idempotency key  ",
  "[2026-01-04] Refunds are booked at midnight",
]).replaceAll("\n", "\r\n")

let memory: Awaited<ReturnType<typeof givenMemory>>
let lead: Actor
beforeEach(async () => {
  memory = await givenMemory({
    [PATH]: TEXT,
    [OTHER]: memoryOf("shipping", ["[2026-01-02] Labels are printed last"]),
  })
  lead = memory.lead
})

const show = async (id: string) => expectDone(await runOperation(showProposal, lead, { proposal: id }))
const entry = async (place: number) =>
  (await memory.file(PATH)).entries[place] as { id: string; text: string }
const changing = async (
  place: number,
  change: (target: { entry: string; before: string }) => ProposedChange,
) => {
  const { id, text } = await entry(place)
  return givenProposal(memory.team, { agent: "billing", changes: [change({ entry: id, before: text })] })
}
const undo = (id: string) => runOperation(undoReview, lead, { proposal: id })
const edit = async (place: number, text: string) => {
  const { id: file, head } = await memory.file(PATH)
  const { id, text: before } = await entry(place)
  return expectDone(
    await runOperation(reviseFile, lead, {
      file,
      base: head,
      changes: [{ kind: "edit", entry: id, before, text }],
      reason: "by hand",
    }),
  )
}

describe("an undone decision", () => {
  const cases: Record<string, () => Promise<[{ id: string }, Verdict]>> = {
    "an addition": async () => [
      await givenProposal(memory.team, {
        agent: "billing",
        changes: [addition("Credit notes need two signatures")],
      }),
      { verdict: "approve" },
    ],
    "an addition with edits": async () => [
      await givenProposal(memory.team, {
        agent: "billing",
        changes: [addition("Credit notes need two signatures")],
      }),
      { verdict: "edit", text: "Credit notes need three" },
    ],
    "an addition to a new section": async () => [
      await givenProposal(memory.team, {
        agent: "billing",
        changes: [addition("Mind the gap", "Watch Points")],
      }),
      { verdict: "approve" },
    ],
    "an edit": async () => [
      await changing(1, (target) => ({ kind: "edit", ...target, text: "Retries need a key" })),
      { verdict: "approve" },
    ],
    "a retirement": async () => [
      await changing(1, (target) => ({ kind: "retire", ...target, why: "the queue does it" })),
      { verdict: "approve" },
    ],
    "a removal": async () => [
      await changing(1, (target) => ({ kind: "remove", ...target })),
      { verdict: "approve" },
    ],
    "a move": async () => [
      await changing(1, (target) => ({ kind: "move", ...target, section: "Watch Points" })),
      { verdict: "approve" },
    ],
    "a merge": async () => [
      await givenProposal(memory.team, {
        agent: "billing",
        changes: [addition("Retries need a key per invoice")],
      }),
      { verdict: "merge", entry: (await entry(1)).id, text: "Retries need a key, one per invoice" },
    ],
    "several changes": async () => {
      const [one, two] = [await entry(0), await entry(2)]
      const changes: ProposedChange[] = [
        { kind: "remove", entry: one.id, before: one.text },
        addition("Credit notes are blue"),
        { kind: "edit", entry: two.id, before: two.text, text: "Refunds are booked at noon" },
      ]
      return [await givenProposal(memory.team, { agent: "billing", changes }), { verdict: "approve" }]
    },
  }
  for (const [what, arrange] of Object.entries(cases)) {
    it(`restores the earlier bytes and ids: ${what}`, async () => {
      const before = await memory.file(PATH)
      const [{ id }, verdict] = await arrange()
      expectDone(await decide(lead, id, verdict))
      expect(await textOf(memory, PATH)).not.toBe(TEXT)
      expect(expectDone(await undo(id))).toMatchObject({ ok: true, state: "waiting", revision: 3 })
      expect(await textOf(memory, PATH)).toBe(TEXT)
      expect((await memory.file(PATH)).entries.map((one) => one.id)).toEqual(
        before.entries.map((one) => one.id),
      )
      expect(await show(id)).toMatchObject({ state: "waiting", standing: "applies", decided: null })
      expect(await undo(id)).toMatchObject({
        ok: false,
        reason: "conflict",
        message: "the proposal is still pending, so there is nothing to undo",
      })
      expectDone(await decide(lead, id, verdict))
      expectDone(await undo(id))
      expect(await textOf(memory, PATH)).toBe(TEXT)
    })
  }

  it("makes a rejected or withdrawn proposal pending again, and writes nothing", async () => {
    const agent = givenToken(memory.team, { agent: "billing" })
    const { id } = await givenProposal(
      memory.team,
      { agent: "billing", content: "Credit notes are blue" },
      agent,
    )
    expectDone(await decide(lead, id, { verdict: "reject", reason: "green" }))
    expect(expectDone(await undo(id))).toMatchObject({ state: "waiting", revision: null })
    expectDone(await runOperation(withdrawProposal, agent, { proposal: id }))
    expect(
      await runOperation(undoReview, givenToken(memory.team, { agent: "audit" }), { proposal: id }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
    expect(expectDone(await undo(id))).toMatchObject({ state: "waiting" })
    expect((await memory.file(PATH)).head).toBe(1)
  })

  it("is rejected if an identical proposal was submitted in the meantime", async () => {
    const first = await givenProposal(memory.team, { agent: "billing", content: "Credit notes are blue" })
    expectDone(await decide(lead, first.id, { verdict: "reject", reason: "green" }))
    const again = await givenProposal(memory.team, { agent: "billing", content: "Credit notes are blue" })
    expect(await undo(first.id)).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "the same change was proposed again and is pending. Review that proposal",
    })
    expect([(await show(first.id)).state, (await show(again.id)).state]).toEqual(["rejected", "waiting"])
  })

  it("undoes only its own change if others came later", async () => {
    const first = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    const second = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Vouchers never expire")],
    })
    for (const { id } of [first, second]) expectDone(await decide(lead, id, { verdict: "approve" }))
    await edit(0, "Invoices are numbered by the tax office")
    expectDone(await undo(first.id))
    expect(await textOf(memory, PATH)).toBe(
      TEXT.replace("by the ledger", "by the tax office").replace(
        "at midnight\r\n",
        "at midnight\r\n- [2026-11-21] Vouchers never expire\r\n",
      ),
    )
  })

  it("is rejected by name if its own text was changed since", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    expectDone(await decide(lead, id, { verdict: "approve" }))
    await edit(3, "Credit notes are green")
    const text = await textOf(memory, PATH)
    expect(await undo(id)).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining(`${PATH}: the entries have since changed`) as string,
    })
    expect([await textOf(memory, PATH), (await show(id)).state]).toEqual([text, "approved"])
  })

  it("is undone without a write if its addition was already removed by hand", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    expectDone(await decide(lead, id, { verdict: "approve" }))
    const { id: file, head } = await memory.file(PATH)
    expectDone(await runOperation(reviseFile, lead, { file, base: head, text: TEXT, reason: "by hand" }))
    expectDone(await undo(id))
    expect([await textOf(memory, PATH), (await memory.file(PATH)).head]).toEqual([TEXT, 3])
  })

  it("keeps an entry that was forgotten in the meantime as it is, and says so", async () => {
    const { id } = await changing(0, (target) => ({
      kind: "edit",
      ...target,
      text: "Invoices are numbered by the tax office",
    }))
    expectDone(await decide(lead, id, { verdict: "approve" }))
    expectDone(await runOperation(forgetEntry, lead, { entry: (await entry(0)).id, reason: "wrong" }))
    expect(await undo(id)).toMatchObject({ ok: false, reason: "conflict" })
  })
})

describe("decisions that are undone together", () => {
  it("restore the bytes from before a bulk approval, and from before several", async () => {
    const proposed = await Promise.all(
      ["One is first", "Two is second", "Three is third"].map((text) =>
        givenProposal(memory.team, { agent: "billing", changes: [addition(text)] }),
      ),
    )
    const items = await Promise.all(
      proposed.map(async ({ id }) => ({ proposal: id, shown: (await show(id)).shown })),
    )
    expectDone(await runOperation(reviewProposals, lead, { items, verdict: "approve" }))
    const later = await changing(0, (target) => ({ kind: "remove", ...target }))
    expectDone(await decide(lead, later.id, { verdict: "approve" }))
    const { outcomes } = expectDone(
      await runOperation(undoReviews, lead, { proposals: [...proposed, later].map((one) => one.id) }),
    )
    expect(outcomes.map((one) => [one.ok, one.state])).toEqual(outcomes.map(() => [true, "waiting"]))
    expect(await textOf(memory, PATH)).toBe(TEXT)
  })

  it("can include one of a bulk approval and leave the others", async () => {
    const proposed = await Promise.all(
      ["One is first", "Two is second", "Three is third"].map((text) =>
        givenProposal(memory.team, { agent: "billing", changes: [addition(text)] }),
      ),
    )
    const items = await Promise.all(
      proposed.map(async ({ id }) => ({ proposal: id, shown: (await show(id)).shown })),
    )
    expectDone(await runOperation(reviewProposals, lead, { items, verdict: "approve" }))
    expectDone(await undo(proposed[1]?.id ?? ""))
    expect((await memory.file(PATH)).entries.map((one) => one.text).slice(3)).toEqual([
      "One is first",
      "Three is third",
    ])
  })

  it("of dependent changes within one revision are all undone", async () => {
    const moved = await changing(1, (target) => ({ kind: "move", ...target, section: "Watch Points" }))
    const edited = await changing(1, (target) => ({ kind: "edit", ...target, text: "Retries need a key" }))
    const items = await Promise.all(
      [moved, edited].map(async ({ id }) => ({ proposal: id, shown: (await show(id)).shown })),
    )
    expectDone(await runOperation(reviewProposals, lead, { items, verdict: "approve" }))
    await edit(0, "Invoices are numbered by the tax office")
    const { outcomes } = expectDone(
      await runOperation(undoReviews, lead, { proposals: [moved.id, edited.id] }),
    )
    expect(outcomes.map((one) => one.refused)).toEqual([null, null])
    expect((await memory.file(PATH)).entries.map((one) => [one.text, one.section])).toContainEqual([
      "Retries need an idempotency key",
      "Accumulated Findings",
    ])
  })

  it("cover every file that they wrote, including an entry in another file", async () => {
    const into = (await memory.file(OTHER)).entries[0] as { id: string }
    const before = await textOf(memory, OTHER)
    const merged = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Labels go on last of all")],
    })
    const added = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Credit notes are blue")],
    })
    expectDone(
      await decide(lead, merged.id, {
        verdict: "merge",
        entry: into.id,
        text: "Labels are printed last of all",
      }),
    )
    expectDone(await decide(lead, added.id, { verdict: "approve" }))
    for (const order of [
      [merged.id, added.id],
      [added.id, merged.id],
    ]) {
      const { outcomes } = expectDone(await runOperation(undoReviews, lead, { proposals: order }))
      expect(outcomes.map((one) => one.refused)).toEqual([null, null])
      expect([await textOf(memory, PATH), await textOf(memory, OTHER)]).toEqual([TEXT, before])
      expectDone(
        await decide(lead, merged.id, {
          verdict: "merge",
          entry: into.id,
          text: "Labels are printed last of all",
        }),
      )
      expectDone(await decide(lead, added.id, { verdict: "approve" }))
    }
  })
})
