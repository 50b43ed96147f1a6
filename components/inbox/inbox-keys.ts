import { bindKeys, type KeyAction, type KeyBinding } from "@/components/data/keys"
import { stepKeys } from "@/components/data/use-list-keys"

export type InboxAction =
  | "next-file"
  | "previous-file"
  | "approve"
  | "reject"
  | "snooze"
  | "assign"
  | "assign-to"
  | "comment"
  | "undo"
  | "choose"
  | "choose-range"
  | "choose-all"
  | "take-in"
  | "filter"
  | "open"
  | "press"
  | "close"

type Keys = readonly KeyAction<InboxAction>[]

const FILE_STEPS: Keys = [
  { action: "next-file", keys: ["]"], does: "Next file" },
  { action: "previous-file", keys: ["["], does: "Previous file" },
]

/** Keys that decide the selected items. Keys of a single item are in the folder of its kind. */
const DECISIONS: Keys = [
  {
    action: "approve",
    keys: ["a"],
    does: "Approve the selected items (for conflicts, keep the suggested side; for alerts, acknowledge)",
  },
  { action: "reject", keys: ["r"], does: "Reject the selected items" },
  { action: "snooze", keys: ["h"], does: "Snooze the selected items" },
  { action: "assign", keys: ["i"], does: "Assign the selected items to me" },
]

/** Keys of any item that people discuss. */
const DISCUSSION: Keys = [
  { action: "assign-to", keys: ["I"], does: "Assign to a colleague" },
  { action: "comment", keys: ["n"], does: "Write a comment" },
]

const UNDO: Keys = [{ action: "undo", keys: ["u"], does: "Undo the last decision" }]

const LIST: Keys = [
  { action: "choose", keys: ["x"], does: "Select the item" },
  { action: "choose-range", keys: ["X"], does: "Select a range or the whole file" },
  { action: "choose-all", keys: ["A"], does: "Select all listed items" },
  { action: "take-in", keys: ["."], does: "Load new items" },
  { action: "filter", keys: ["/"], does: "Filter the list" },
  { action: "open", keys: ["o"], does: "Open the file at this line, or show the claims of a synthesis" },
  { action: "press", keys: ["Enter"], does: "Open the file at this line, or show the claims of a synthesis" },
  { action: "close", keys: ["Escape"], does: "Close the panel, or clear the selection" },
]

/** Keys that also work while a panel is open. */
const ALWAYS: ReadonlySet<InboxAction> = new Set([
  "next-file",
  "previous-file",
  "take-in",
  "filter",
  "press",
  "close",
])

interface KeysState {
  /** True if a panel is open and gets the typed keys. */
  readonly busy: boolean
  /** True while the person names a view or the filter loads, so that shortcuts are off. */
  readonly isOff: boolean
  /** True if items are selected, so that decisions apply to all selected items. */
  readonly some: boolean
  /** True if the listed items are undecided. Decided items are undone by the key of their pane. */
  readonly waits: boolean
}

/** Returns the shortcuts of the list in the order of the keyboard help. */
export function inboxKeys(
  { busy, isOff, some, waits }: KeysState,
  { step, ...handlers }: Readonly<Record<InboxAction, () => void>> & { readonly step: (by: 1 | -1) => void },
): KeyBinding[] {
  const table = [
    ...FILE_STEPS,
    ...(some ? DECISIONS : []),
    ...DISCUSSION,
    ...(waits || some ? UNDO : []),
    ...LIST,
  ]
  const isDeaf = ({ action }: KeyAction<InboxAction>) => isOff || (busy && !ALWAYS.has(action))
  // Keys that are off stay bound, so that global shortcuts on the same keys do not run.
  return [
    ...stepKeys({ step: isOff ? () => undefined : step, arrows: true }),
    ...table.flatMap((one) =>
      bindKeys([one], { [one.action]: isDeaf(one) ? () => undefined : handlers[one.action] }),
    ),
  ]
}
