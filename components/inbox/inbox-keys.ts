import type { KeyBinding } from "@/components/data/keys"

interface InboxActions {
  /** True if a panel is open and gets the typed keys. */
  readonly busy: boolean
  /** True while the person names a view: shortcuts are off. */
  readonly naming: boolean
  /** True if items are selected: decisions apply to all of them. */
  readonly some: boolean
  /** True if the listed items are undecided. */
  readonly waits: boolean
  /** True if the current item’s pane binds its own decision keys. */
  readonly elsewhere: boolean
  step: (by: 1 | -1) => void
  stepFile: (by: 1 | -1) => void
  approve: () => void
  edit: () => void
  merge: () => void
  reject: () => void
  snooze: () => void
  rebase: () => void
  assign: () => void
  withdraw: () => void
  undo: () => void
  choose: (range: boolean) => void
  chooseAll: () => void
  takeIn: () => void
  filter: () => void
  open: () => void
  /** Enter: opens the file, unless the focus is on another link or button. */
  press: () => void
  close: () => void
}

/** Returns the inbox shortcuts in the order of the keyboard help. */
export function inboxKeys(actions: InboxActions): KeyBinding[] {
  // Keep the keys bound, so that global shortcuts on the same keys do not run.
  return actions.naming ? allKeys(actions).map((one) => ({ ...one, run: () => undefined })) : allKeys(actions)
}

function allKeys(actions: InboxActions): KeyBinding[] {
  const { busy, naming, some, waits, elsewhere, ...does } = actions
  const unlessBusy = (run: () => void) => () => (busy ? undefined : run())
  const paneOwnsKeys = elsewhere && !some && !naming
  const undo: KeyBinding = {
    keys: "u",
    does: waits ? "Undo the last decision" : "Undo this decision",
    run: unlessBusy(does.undo),
  }
  return [
    { keys: "j", does: "Next", run: () => does.step(1) },
    { keys: "k", does: "Previous", run: () => does.step(-1) },
    { keys: "ArrowDown", does: "Next", run: () => does.step(1) },
    { keys: "ArrowUp", does: "Previous", run: () => does.step(-1) },
    { keys: "]", does: "Next file", run: () => does.stepFile(1) },
    { keys: "[", does: "Previous file", run: () => does.stepFile(-1) },
    ...(paneOwnsKeys ? [] : decisionKeys(actions, unlessBusy)),
    ...(paneOwnsKeys && !waits ? [] : [undo]),
    { keys: "x", does: "Select", run: unlessBusy(() => does.choose(false)) },
    {
      keys: "X",
      does: "Select a range, or the whole file (with Shift)",
      run: unlessBusy(() => does.choose(true)),
    },
    { keys: "A", does: "Select all listed items (with Shift)", run: unlessBusy(does.chooseAll) },
    { keys: ".", does: "Load new items", run: does.takeIn },
    { keys: "/", does: "Filter the list", run: does.filter },
    {
      keys: "o",
      does: "Open the file at this line, or the claims of a synthesis",
      run: unlessBusy(does.open),
    },
    {
      keys: "Enter",
      does: "Open the file at this line, or the claims of a synthesis",
      run: does.press,
    },
    { keys: "Escape", does: "Close the panel, or clear the selection", run: does.close },
  ]
}

type Wrap = (run: () => void) => () => void

/** Returns the keys that decide the current proposal or the selected items. */
function decisionKeys({ some, ...does }: InboxActions, unlessBusy: Wrap): KeyBinding[] {
  return [
    {
      keys: "a",
      does: some
        ? "Approve the selected items (for conflicts: keep the suggested side; for alerts: acknowledge)"
        : "Approve",
      run: unlessBusy(does.approve),
    },
    { keys: "e", does: "Edit, then approve", run: unlessBusy(does.edit) },
    { keys: "m", does: "Merge into an entry", run: unlessBusy(does.merge) },
    {
      keys: "r",
      does: some ? "Reject the selected items" : "Reject with a reason",
      run: unlessBusy(does.reject),
    },
    {
      keys: "h",
      does: some ? "Snooze the selected items" : "Snooze or unsnooze",
      run: unlessBusy(does.snooze),
    },
    { keys: "b", does: "Rebase", run: unlessBusy(does.rebase) },
    {
      keys: "i",
      does: some ? "Assign the selected items to me" : "Assign to me, or unassign",
      run: unlessBusy(does.assign),
    },
    { keys: "w", does: "Withdraw your proposal", run: unlessBusy(does.withdraw) },
  ]
}
