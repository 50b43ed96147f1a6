import { expect, it } from "vitest"
import type { ConflictSummary } from "@/components/conflicts/conflict"
import { conflictAction } from "@/components/inbox/kinds/conflict/conflict-action"
import type { ItemAction } from "@/components/inbox/actions/item-action"
import { combinedAction } from "@/components/inbox/actions/bulk-plan"
import { proposalAction } from "@/components/inbox/kinds/proposal/proposal-action"
import { itemOf } from "@/components/inbox/inbox-item"
import { CONFLICT } from "@/components/inbox/kinds/conflict/conflict-kind"
import { PROPOSAL } from "@/components/inbox/kinds/proposal/proposal-kind"
import type { ProposalSummary } from "@/components/proposals/proposal-types"

const project = { slug: "p", name: "P" }
const side = (text: string) => ({ text, entries: [{ path: "a.md", project }], agents: [] })
const conflict = (id: string, more: object = {}) =>
  itemOf(CONFLICT, {
    id,
    kind: "cross-scope",
    finding: "contradiction",
    path: "a.md",
    project,
    left: side("Use yarn"),
    right: side("Use pnpm"),
    prevails: "left",
    snoozedUntil: null,
    ...more,
  } as unknown as ConflictSummary)
const proposal = (id: string) =>
  itemOf(PROPOSAL, {
    id,
    kind: "add",
    text: "Ask first",
    before: null,
    path: "a.md",
    project,
    snoozedUntil: null,
    approvals: { given: 0, needed: 1, mine: false },
  } as unknown as ProposalSummary)

it("describes a resolved conflict by its resolution", () => {
  const said = (["keep-left", "keep-right", "delete-both", "not-a-conflict"] as const).map(
    (verdict) => conflictAction([conflict("c1")], { verdict }).words,
  )
  expect(said).toEqual([
    "Kept “Use yarn”",
    "Kept “Use pnpm”",
    "Deleted both: “Use yarn”",
    "Marked as not a conflict: “Use yarn”",
  ])
  expect(conflictAction([conflict("c1")], { verdict: "override", side: "right" }).words).toBe(
    "Overrode the scope order: “Use pnpm” prevails",
  )
  expect(conflictAction([conflict("c1", { kind: "file" })], { verdict: "theirs" }).words).toBe(
    "Took theirs: a.md",
  )
  expect(conflictAction([conflict("c1"), conflict("c2")], { verdict: "keep-suggested" }).words).toBe(
    "Kept the suggested side of 2 conflicts",
  )
})

it("lowers the conflict count after a decision, and raises the snoozed count after a snooze", () => {
  const deed = conflictAction([conflict("c1"), conflict("c2", { snoozedUntil: "2026-12-01" })], {
    verdict: "not-a-conflict",
  })
  expect(deed.counts(deed.items)).toEqual({ conflict: -1, snoozed: -1 })
  const snoozed = conflictAction([conflict("c1")], { verdict: "snooze", until: "2026-12-01T09:00:00Z" })
  expect([snoozed.counts(snoozed.items), snoozed.leaves]).toEqual([{ conflict: -1, snoozed: 1 }, "snoozed"])
})

it("proposals and conflicts that are decided together are one deed, sent one after the other", async () => {
  const sent: string[] = []
  const spied = (deed: ItemAction, name: string): ItemAction => ({
    ...deed,
    send: async (key) => {
      sent.push(`${name} ${key}`)
      return []
    },
    takeBack: async (ids, key) => {
      sent.push(`undo ${name} ${ids.join(" ")} ${key}`)
      return []
    },
  })
  const deed = combinedAction(
    [
      spied(proposalAction({ items: [proposal("p1")], decision: { verdict: "approve" } }), "proposals"),
      spied(conflictAction([conflict("c1"), conflict("c2")], { verdict: "keep-suggested" }), "conflicts"),
    ],
    [],
  )
  expect(deed.words).toBe("Approved “Ask first”. Kept the suggested side of 2 conflicts")
  expect(deed.counts(deed.items)).toMatchObject({ proposal: -1, conflict: -2 })
  await deed.send("k")
  await deed.takeBack(["p1", "c2"], "u")
  expect(sent).toEqual(["proposals k/0", "conflicts k/1", "undo proposals p1 u/0", "undo conflicts c2 u/1"])
})

it("applies the other decisions when one request fails", async () => {
  const failing: ItemAction = {
    ...proposalAction({ items: [proposal("p1")], decision: { verdict: "approve" } }),
    send: () => Promise.reject(new Error("The server did not answer")),
  }
  const working: ItemAction = {
    ...conflictAction([conflict("c1")], { verdict: "keep-left" }),
    send: async () => [{ id: "c1", ok: true, state: null, revision: null, refused: null }],
  }
  expect((await combinedAction([failing, working], []).send("k")).map((one) => [one.id, one.ok])).toEqual([
    ["p1", false],
    ["c1", true],
  ])
})
