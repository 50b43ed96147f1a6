import { describe, expect, it } from "vitest"
import { planBulk as planOf } from "@/components/inbox/actions/bulk-plan"
import type { BulkVerdict } from "@/components/inbox/actions/item-action"
import { type InboxItem, itemOf } from "@/components/inbox/inbox-item"
import { loadBulkKinds } from "@/components/inbox/item-kind-registry"
import { ALERT } from "@/components/inbox/kinds/alert/alert-kind"
import { CONFLICT } from "@/components/inbox/kinds/conflict/conflict-kind"
import { PROPOSAL } from "@/components/inbox/kinds/proposal/proposal-kind"
import { SYNTHESIS } from "@/components/inbox/kinds/synthesis/synthesis-kind"
import {
  dropUndo,
  ageUndos,
  pushUndo,
  visibleUndos,
  UNDO_MS,
  type Undoable,
} from "@/components/queue/outbox-and-undo"
import type { AlertSummary } from "@/components/alerts/alert"
import type { SynthesisSummary } from "@/components/coach/synthesis-text"
import type { ConflictSummary } from "@/components/conflicts/conflict"
import type { ProposalSummary } from "@/components/proposals/proposal-types"

const kinds = await loadBulkKinds()

/** The plan, with the ids of the decided items by kind. */
function planBulk(chosen: readonly InboxItem[], verdict: BulkVerdict) {
  const { taken, ...plan } = planOf(chosen, verdict, kinds)
  return { ...plan, ...Object.fromEntries([...taken].map(([id, items]) => [id, items.map((one) => one.id)])) }
}

const proposal = (id: string, more: Partial<ProposalSummary> = {}) =>
  itemOf(PROPOSAL, {
    id,
    kind: "add",
    text: `Statement ${id}`,
    before: null,
    path: `${id[0]}.md`,
    project: { slug: "p", name: "p" },
    standing: "applies",
    flagged: false,
    approvals: { given: 0, needed: 1, mine: false },
    ...more,
  } as ProposalSummary)

const conflict = (id: string, more: Partial<ConflictSummary> = {}) =>
  itemOf(CONFLICT, {
    id,
    kind: "same-scope",
    finding: "contradiction",
    path: `${id[0]}.md`,
    project: { slug: "p", name: "p" },
    left: { text: "Use yarn", entries: [], agents: [] },
    right: { text: "Use pnpm", entries: [], agents: [] },
    evidence: { message: "" },
    suggested: { side: "right", why: "it is dated later" },
    ...more,
  } as unknown as ConflictSummary)

it("skips proposals that need individual review in a bulk approval, and reports them", () => {
  const plan = planBulk(
    [
      proposal("a1"),
      proposal("a2"),
      proposal("b1"),
      proposal("b2", { flagged: true }),
      proposal("b3", { standing: "needs-rebase" }),
      proposal("b4", { standing: "file-gone" }),
    ],
    "approve",
  )
  expect(plan.words).toBe(
    "Approve 3 proposals in 2 files. Skipped: 1 flagged, 1 needing a rebase, 1 whose entry or file was removed",
  )
  expect(plan).toMatchObject({ proposal: ["a1", "a2", "b1"] })
  expect(plan.leftOut.map((one) => [one.id, one.ok])).toEqual([
    ["b2", false],
    ["b3", false],
    ["b4", false],
  ])
})

it("rejecting and snoozing several leaves none out", () => {
  expect(
    planBulk([proposal("a1", { flagged: true }), proposal("a2", { standing: "target-gone" })], "reject"),
  ).toMatchObject({ words: "Reject 2 proposals in 1 file", leftOut: [] })
})

it("keeps the suggested sides of several conflicts, and names conflicts without a suggestion", () => {
  const plan = planBulk(
    [
      conflict("a1"),
      conflict("b1"),
      conflict("b2", { suggested: null }),
      conflict("c1", { kind: "file", suggested: null }),
    ],
    "approve",
  )
  expect(plan.words).toBe(
    "Keep the suggested side of 2 conflicts in 2 files. Skipped: 1 without a suggestion, 1 to review separately",
  )
  expect(plan).toMatchObject({ conflict: ["a1", "b1"] })
  expect(plan.leftOut.map((one) => one.headline)).toEqual([
    "“Use yarn” conflicts with “Use pnpm”",
    "Changed here and in the source",
  ])
})

it("dismisses several conflicts in one action, whatever their suggestions", () => {
  expect(planBulk([conflict("a1"), conflict("b1", { suggested: null })], "reject")).toMatchObject({
    words: "Mark 2 as “Not a conflict”: files stay unchanged, and the conflicts will not be raised again",
    leftOut: [],
  })
})

it("keeps conflicts as suggested among proposals, without a reason", () => {
  const mixed = [proposal("a1"), proposal("a2", { flagged: true }), conflict("b1")]
  expect(planBulk(mixed, "approve").words).toBe(
    "Approve 1 proposal and keep the suggested side of 1 conflict in 2 files. Skipped: 1 flagged",
  )
  expect(planBulk(mixed, "reject").words).toBe("Reject 2 in 1 file. Skipped: 1 to review separately")
  expect(planBulk(mixed, "snooze").words).toBe("Snooze 3: 2 files")
})

const alert = (id: string, more: Partial<AlertSummary> = {}) =>
  itemOf(ALERT, {
    id,
    kind: "past-cut",
    state: "open",
    message: `Alert ${id}`,
    path: `${id[0]}.md`,
    agent: null,
    project: { slug: "p", name: "p" },
    ...more,
  } as AlertSummary)

it("alerts are acknowledged by the key that approves, never rejected, and snoozed for everybody", () => {
  const alerts = [alert("a1"), alert("b1"), alert("b2", { state: "acknowledged" })]
  const plan = planBulk(alerts, "approve")
  expect(plan.words).toBe(
    "Acknowledge 2: notifications stop, but alerts stay until their cause is fixed. Skipped: 1 already acknowledged",
  )
  expect(plan).toMatchObject({ alert: ["a1", "b1"] })
  expect(planBulk(alerts, "reject")).toMatchObject({
    alert: [],
    leftOut: [{ id: "a1" }, { id: "b1" }, { id: "b2" }],
  })
  expect(planBulk(alerts, "snooze").words).toBe("Snooze 3: hidden for everyone until then")
})

it("describes the effect of a mixed selection on each kind", () => {
  const mixed = [proposal("a1"), conflict("b1"), alert("c1"), alert("c2")]
  expect(planBulk(mixed, "approve").words).toBe(
    "Approve 1 proposal, keep the suggested side of 1 conflict and acknowledge 2 alerts in 3 files",
  )
  expect(planBulk([proposal("a1"), alert("c1")], "approve").words).toBe(
    "Approve 1 proposal and acknowledge 1 alert in 2 files",
  )
  expect(planBulk(mixed, "reject").words).toBe("Reject 1 in 1 file. Skipped: 3 to review separately")
  expect(planBulk(mixed, "snooze").words).toBe("Snooze 4: 3 files, 2 alerts for everyone")
})

const synthesis = (id: string) =>
  itemOf(SYNTHESIS, { id, title: `Brief ${id}`, state: "waiting", snoozedUntil: null } as SynthesisSummary)

it("leaves a synthesis out of bulk decisions, and snoozes it with the rest", () => {
  const mixed = [proposal("a1"), synthesis("s1")]
  expect(planBulk(mixed, "approve").words).toBe(
    "Approve 1 proposal in 1 file. Skipped: 1 to review claim by claim",
  )
  expect(planBulk(mixed, "reject")).toMatchObject({
    synthesis: [],
    leftOut: [{ id: "s1", headline: "Brief s1" }],
  })
  expect(planBulk([synthesis("s1"), synthesis("s2")], "approve")).toMatchObject({
    synthesis: [],
    words: "Coach output must be reviewed claim by claim. Skipped: 2 to review claim by claim",
  })
  expect(planBulk(mixed, "snooze").words).toBe("Snooze 2: 1 file, 1 synthesis")
  expect(planBulk([synthesis("s1")], "snooze")).toMatchObject({
    words: "Snooze 1: hidden from your inbox until the snooze ends",
    leftOut: [],
  })
})

describe("the stack of decisions that can be undone", () => {
  const one = (number: number, msLeft = UNDO_MS) => ({ number, words: "", msLeft })

  it("hides each button after its time, and keeps the actions for the undo key", () => {
    const stack = pushUndo(pushUndo([], one(1, 3_000)), one(2))
    const later = ageUndos(stack, 4_000)
    expect(later).toEqual([one(2, 6_000), one(1, 0)])
    expect(visibleUndos(later)).toEqual([one(2, 6_000)])
    const last = ageUndos(later, 60_000)
    expect([visibleUndos(last), ageUndos(last, 1)]).toEqual([[], last])
    expect(visibleUndos(ageUndos([{ ...one(3), waits: true }], 60_000))).toHaveLength(1)
    expect(dropUndo(stack, 2)).toEqual([one(1, 3_000)])
  })

  it("keeps the newest ten", () => {
    const stack = Array.from({ length: 12 }, (_, number) => number).reduce<readonly Undoable[]>(
      (all, number) => pushUndo(all, one(number)),
      [],
    )
    expect(stack.map(({ number }) => number)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  })
})
