import { expect, it, vi } from "vitest"
import { inboxKeys } from "@/components/inbox/inbox-keys"

const NAMES = [
  "step",
  "stepFile",
  "approve",
  "edit",
  "merge",
  "reject",
  "snooze",
  "rebase",
  "assign",
  "withdraw",
  "undo",
  "choose",
  "chooseAll",
  "takeIn",
  "filter",
  "open",
  "press",
  "close",
] as const

function pressAll(state: {
  busy: boolean
  naming: boolean
  some?: boolean
  elsewhere?: boolean
  waits?: boolean
}): string[] {
  const done: string[] = []
  const does = Object.fromEntries(
    NAMES.map((name) => [name, vi.fn(() => void done.push(name))]),
  ) as unknown as Record<(typeof NAMES)[number], () => void>
  for (const one of inboxKeys({ some: false, elsewhere: false, waits: true, ...state, ...does }))
    one.run?.({} as KeyboardEvent)
  return done
}

it("every key of the inbox does something", () => {
  expect(new Set(pressAll({ busy: false, naming: false }))).toEqual(new Set(NAMES))
})

it("disables decision keys while a reason is typed", () => {
  expect(
    pressAll({ busy: true, naming: false }).filter((name) =>
      ["approve", "edit", "merge", "reject", "snooze", "withdraw", "undo"].includes(name),
    ),
  ).toEqual([])
})

it("disables all keys while a view is named, without unbinding them", () => {
  expect(pressAll({ busy: false, naming: true })).toEqual([])
})

it("uses an item's own decision keys until several items are selected", () => {
  const verdicts = ["approve", "edit", "merge", "reject", "snooze", "rebase", "assign", "withdraw"]
  const done = (some: boolean) =>
    pressAll({ busy: false, naming: false, elsewhere: true, some }).filter((name) => verdicts.includes(name))
  expect(done(false)).toEqual([])
  expect(done(true)).toEqual(verdicts)
  expect(pressAll({ busy: false, naming: false, elsewhere: true, waits: false })).not.toContain("undo")
  expect(pressAll({ busy: false, naming: false, elsewhere: true })).toContain("undo")
})
