"use client"

import { stepThrough } from "./focus-steps"
import { type KeyBinding, useKeys } from "./keys"

type Step = (by: 1 | -1) => void

interface StepOptions {
  /** Noun for a row: "agent". Without it, the keyboard help says only “Next” and “Previous”. */
  readonly row?: string
  /** Descriptions of the keys in the keyboard help. Default: “Next” and “Previous”, with `row`. */
  readonly names?: readonly [next: string, previous: string]
  readonly step: Step
  /** True if the arrow keys step, too, because the page itself does not scroll. */
  readonly arrows?: boolean
}

/** Returns the keys that go to the next and the previous row: j and k, with `arrows` also the arrow keys. */
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
  /** Moves to the next (1) or the previous (-1) row. */
  readonly step?: Step
  /** Selector of the elements, one in each row, that a key focuses. Needed without `step`. */
  readonly rows?: string
  /**
   * Description of Enter on the focused row in the keyboard help. The browser handles the key, as on a link.
   */
  readonly opens?: string
  /** Other keys of the list. */
  readonly more?: readonly KeyBinding[]
}

/**
 * Binds the keys of a list: the next and the previous row, and `more`. The keyboard help also lists Enter.
 */
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
