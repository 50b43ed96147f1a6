import { expect, it, vi } from "vitest"
import { type InboxAction, inboxKeys } from "@/components/inbox/use-inbox-keys"
import { kindOf } from "@/components/inbox/item-kind-registry"
import { alertKeys } from "@/components/inbox/kinds/alert/alert-keys"
import { conflictKeys } from "@/components/inbox/kinds/conflict/conflict-keys"
import { proposalKeys } from "@/components/inbox/kinds/proposal/proposal-keys"
import { seedKeys } from "@/components/inbox/kinds/seed/seed-keys"
import { synthesisKeys } from "@/components/inbox/kinds/synthesis/synthesis-keys"

const ACTIONS: readonly (InboxAction | "step")[] = [
  "step",
  "next-file",
  "previous-file",
  "approve",
  "reject",
  "snooze",
  "assign",
  "undo",
  "choose",
  "choose-range",
  "choose-all",
  "take-in",
  "filter",
  "open",
  "press",
  "close",
]

function pressAll(state: Partial<Parameters<typeof inboxKeys>[0]>): string[] {
  const done: string[] = []
  const handlers = Object.fromEntries(
    ACTIONS.map((name) => [name, vi.fn(() => void done.push(name))]),
  ) as unknown as Parameters<typeof inboxKeys>[1]
  for (const one of inboxKeys({ busy: false, isOff: false, some: false, waits: true, ...state }, handlers))
    one.run?.({} as KeyboardEvent)
  return done
}

it("every key of the inbox does something", () => {
  expect(new Set(pressAll({ some: true }))).toEqual(new Set(ACTIONS))
})

it("disables decision keys while a reason is typed", () => {
  const done = pressAll({ busy: true, some: true })
  for (const action of ["approve", "reject", "snooze", "assign", "undo"]) expect(done).not.toContain(action)
})

it("disables all keys while a view is named, without unbinding them", () => {
  expect(pressAll({ isOff: true, some: true })).toEqual([])
})

it("leaves decisions on one item to its own keys until several items are selected", () => {
  expect(pressAll({})).not.toContain("approve")
  expect(pressAll({ waits: false })).not.toContain("undo")
  expect(pressAll({ waits: false, some: true })).toContain("undo")
})

const KEYS = {
  proposal: proposalKeys,
  conflict: (waits: boolean) => conflictKeys({ kind: "cross-scope", state: "open" }, waits),
  synthesis: synthesisKeys,
  seed: seedKeys,
  alert: () => alertKeys({ kind: "unchecked", state: "open" }),
}

it.each(Object.entries(KEYS))(
  "gives each action of a %s its own key and holds it until the pane is loaded",
  (id, keys) => {
    const { waiting, decided } = kindOf({ kind: { id } }).heldKeys
    for (const waits of [true, false]) {
      const bound = keys(waits).flatMap((one) => one.keys)
      expect(new Set(bound).size).toBe(bound.length)
      expect([...(waits ? waiting : decided)].toSorted()).toEqual(bound.toSorted())
    }
  },
)
