import type { KeyBinding } from "@/components/data/keys"

interface InboxActions {
  /** A panel is open: what one types is meant for it. */
  readonly busy: boolean
  /** A name is asked for beside the list: no key may decide anything, wherever the focus is. */
  readonly naming: boolean
  /** Some are selected: verdicts mean all of them. */
  readonly some: boolean
  /** What is listed waits for a decision. */
  readonly waits: boolean
  /** What is looked at has verdict keys of its own, among what was decided the one that undoes it. */
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
  /** Enter: opens the file too, unless the focus stands on something that it presses. */
  press: () => void
  close: () => void
}

/** What each key does in the inbox, in the order in which `?` lists them. */
export function inboxKeys(actions: InboxActions): KeyBinding[] {
  // Bound all the same: what leads elsewhere under the same key must not come instead.
  return actions.naming ? allKeys(actions).map((one) => ({ ...one, run: () => undefined })) : allKeys(actions)
}

function allKeys({ busy, naming, some, waits, elsewhere, ...does }: InboxActions): KeyBinding[] {
  const unlessBusy = (run: () => void) => () => (busy ? undefined : run())
  const owns = elsewhere && !some && !naming
  const verdicts: KeyBinding[] = [
    {
      keys: "a",
      does: some ? "Approve what is selected, keep what is suggested, acknowledge alerts" : "Approve",
      run: unlessBusy(does.approve),
    },
    { keys: "e", does: "Edit, then approve", run: unlessBusy(does.edit) },
    { keys: "m", does: "Merge into an entry", run: unlessBusy(does.merge) },
    {
      keys: "r",
      does: some ? "Reject what is selected" : "Reject with a reason",
      run: unlessBusy(does.reject),
    },
    { keys: "h", does: some ? "Snooze what is selected" : "Snooze, or wake", run: unlessBusy(does.snooze) },
    { keys: "b", does: "Rebase", run: unlessBusy(does.rebase) },
    {
      keys: "i",
      does: some ? "Give what is selected to yourself" : "Give it to yourself, or to nobody",
      run: unlessBusy(does.assign),
    },
    { keys: "w", does: "Withdraw your own", run: unlessBusy(does.withdraw) },
  ]
  return [
    { keys: "j", does: "Next", run: () => does.step(1) },
    { keys: "k", does: "Previous", run: () => does.step(-1) },
    { keys: "ArrowDown", does: "Next", run: () => does.step(1) },
    { keys: "ArrowUp", does: "Previous", run: () => does.step(-1) },
    { keys: "]", does: "Next file", run: () => does.stepFile(1) },
    { keys: "[", does: "Previous file", run: () => does.stepFile(-1) },
    ...(owns ? [] : verdicts),
    ...(owns && !waits
      ? []
      : [
          {
            keys: "u",
            does: waits ? "Undo the last decision" : "Undo this decision",
            run: unlessBusy(does.undo),
          },
        ]),
    { keys: "x", does: "Select", run: unlessBusy(() => does.choose(false)) },
    {
      keys: "X",
      does: "With Shift: select to here, or the whole file",
      run: unlessBusy(() => does.choose(true)),
    },
    { keys: "A", does: "With Shift: select all that is listed", run: unlessBusy(does.chooseAll) },
    { keys: ".", does: "Take in what is new", run: does.takeIn },
    { keys: "/", does: "Filter the list", run: does.filter },
    {
      keys: "o",
      does: "Open it: the file at its line, what the coach wrote claim by claim",
      run: unlessBusy(does.open),
    },
    {
      keys: "Enter",
      does: "Open it: the file at its line, what the coach wrote claim by claim",
      run: does.press,
    },
    { keys: "Escape", does: "Close what is open, or clear the selection", run: does.close },
  ]
}
