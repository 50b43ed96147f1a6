import { expect, it } from "vitest"
import { planBulk } from "@/components/inbox/bulk"
import { drop, pass, push, UNDO_MS } from "@/components/inbox/undo-stack"
import type { ProposalSummary } from "@/components/proposal/shapes"

const proposal = (id: string, more: Partial<ProposalSummary> = {}) =>
  ({ id, kind: "add", text: `Statement ${id}`, before: null, path: `${id[0]}.md`, project: { slug: "p", name: "p" }, standing: "applies", flagged: false, approvals: { given: 0, needed: 1, mine: false }, ...more }) as ProposalSummary

it("approving several leaves out what has to be looked at by itself, and says so", () => {
  const plan = planBulk([proposal("a1"), proposal("a2"), proposal("b1"), proposal("b2", { flagged: true }), proposal("b3", { standing: "needs-rebase" }), proposal("b4", { standing: "file-gone" })], "approve")
  expect(plan.words).toBe("Approve 3: 2 files. 1 flagged, 1 to be rebased, 1 without a place to go are left out")
  expect(plan.proposals.map((one) => one.id)).toEqual(["a1", "a2", "b1"])
  expect(plan.leftOut.map((one) => [one.id, one.ok])).toEqual([["b2", false], ["b3", false], ["b4", false]])
})

it("rejecting and snoozing several leaves none out", () => {
  expect(planBulk([proposal("a1", { flagged: true }), proposal("a2", { standing: "target-gone" })], "reject")).toMatchObject({ words: "Reject 2: 1 file", leftOut: [] })
})

it("what can be undone runs out one by one", () => {
  const one = (number: number, msLeft = UNDO_MS) => ({ number, words: "", msLeft })
  const stack = push(push([], one(1, 3_000)), one(2))
  expect(stack.map((some) => some.number)).toEqual([2, 1])
  expect(pass(stack, 4_000)).toEqual([one(2, 6_000)])
  expect(pass([{ ...one(3), waits: true }], 60_000)).toHaveLength(1)
  expect(drop(stack, 2)).toEqual([one(1, 3_000)])
})
