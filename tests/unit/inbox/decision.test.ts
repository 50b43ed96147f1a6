import { expect, it } from "vitest"
import { doneWords } from "@/components/inbox/kinds/proposal/proposal-action"
import type { ProposalSummary } from "@/components/proposals/proposal-types"

const proposal = (more: Partial<ProposalSummary> = {}) =>
  ({
    kind: "add",
    text: "Use pnpm",
    before: null,
    approvals: { given: 0, needed: 1, mine: false },
    ...more,
  }) as ProposalSummary
const APPROVE = { verdict: "approve" } as const

it("describes a decision by its effect", () => {
  const words = (["add", "edit", "retire", "restore", "remove", "move"] as const).map((kind) =>
    doneWords([proposal({ kind })], APPROVE),
  )
  expect(words).toEqual([
    "Approved “Use pnpm”",
    "Approved “Use pnpm”",
    "Retired “Use pnpm”",
    "Restored “Use pnpm”",
    "Removed “Use pnpm”",
    "Moved “Use pnpm”",
  ])
  expect(doneWords([proposal({ kind: "retire" })], { verdict: "reject", reason: "No" })).toBe(
    "Rejected “Use pnpm”",
  )
})

it("does not describe the first of two approvals as final", () => {
  const half = proposal({ kind: "retire", approvals: { given: 0, needed: 2, mine: false } })
  expect(doneWords([half], APPROVE)).toBe("Approved (1 of 2). Another person must also approve this proposal")
  expect(doneWords([half, proposal()], APPROVE)).toBe("Approved 2 proposals. 1 still needs another approval")
  expect(doneWords([half, half], APPROVE)).toBe("Approved 2 proposals. Each still needs another approval")
  expect(doneWords([proposal({ approvals: { given: 1, needed: 2, mine: false } })], APPROVE)).toBe(
    "Approved “Use pnpm”",
  )
})
