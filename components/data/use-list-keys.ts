"use client"

import { stepThrough } from "./focus-steps"
import { type KeyBinding, useKeys } from "./keys"

type Step = (by: 1 | -1) => void

interface StepOptions {
  /** The name of a row: "agent". Missing: the help says only “Next” and “Previous”. */
  readonly row?: string
  /** What the keys do, if not “Next” and “Previous”. */
  readonly names?: readonly [next: string, previous: string]
  readonly step: Step
  /** True if the arrow keys step, too, because the page itself does not scroll. */
  readonly arrows?: boolean
}

/** Returns the keys that go to the next and the previous row. All lists have the same. */
export function stepKeys({ row = "", names, step, arrows = false }: StepOptions): KeyBinding[] {
  const [next, previous] = names ?? [`Next ${row}`.trimEnd(), `Previous ${row}`.trimEnd()]
  const bind = (does: string, by: 1 | -1, keys: readonly string[]) =>
    keys.map((key): KeyBinding => ({ keys: key, does, run: () => step(by) }))
  return [
    ...bind(next, 1, arrows ? ["j", "ArrowDown"] : ["j"]),
    ...bind(previous, -1, arrows ? ["k", "ArrowUp"] : ["k"]),
  ]
}

interface ListKeysOptions extends Omit<StepOptions, "step"> {
  /** Goes to another row. */
  readonly step?: Step
  /** Without `step`: a selector of the elements, one in each row, that a key focuses. */
  readonly rows?: string
  /** What Enter does with the focused row. The browser does it, as with a link. */
  readonly opens?: string
  /** Other keys of the list. */
  readonly more?: readonly KeyBinding[]
}

/** Binds the keys of a list: the next and the previous row, what Enter does, and its own keys. */
export function useListKeys(
  title: string,
  { rows = "", step = (by) => stepThrough(rows, by), opens, more = [], ...options }: ListKeysOptions,
): void {
  useKeys(title, [
    ...stepKeys({ step, ...options }),
    ...(opens === undefined ? [] : [{ keys: "Enter", does: opens }]),
    ...more,
  ])
}
