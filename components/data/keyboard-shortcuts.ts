"use client"

import { ownValue } from "@/lib/memory/text/own-value"
import { useLayoutEffect, useRef } from "react"

/** A keyboard shortcut. `keys` is a key such as "j" or "?", or a sequence such as "g f". */
export interface KeyBinding {
  readonly keys: string
  /** Description in the keyboard help, such as "Next agent". */
  readonly does: string
  /** Handler of the key. Not set if the browser handles the key itself, as with Enter on a link. */
  run?: (event: KeyboardEvent) => void
}

/**
 * An action of a page or a pane, with its keys. The keyboard help, the buttons and the handlers use tables of
 * these actions.
 */
export interface KeyAction<Action extends string = string> {
  readonly action: Action
  /** Keys that run the action. The button shows the first. */
  readonly keys: readonly string[]
  /** Description in the keyboard help, such as "Snooze or unsnooze". */
  readonly does: string
}

/** Returns the bindings of a table. Actions without a handler are left out. */
export const bindKeys = <Action extends string>(
  table: readonly KeyAction<Action>[],
  handlers: Readonly<Partial<Record<Action, () => void>>>,
): KeyBinding[] =>
  table.flatMap(({ action, keys, does }) => {
    const run = ownValue<() => void>(handlers, action)
    return run === undefined ? [] : keys.map((key) => ({ keys: key, does, run }))
  })

export interface KeyGroup {
  readonly title: string
  readonly bindings: readonly KeyBinding[]
}

/**
 * Binds keys while the component is mounted. The keyboard help lists them under `title`. Keys are ignored
 * while the user types or a dialog is open.
 */
export function useKeys(title: string, bindings: readonly KeyBinding[]): void {
  const group = useRef<KeyGroup>({ title, bindings })
  useLayoutEffect(() => {
    group.current = { title, bindings }
  })
  useLayoutEffect(() => {
    const live: KeyGroup = {
      title,
      get bindings() {
        return group.current.bindings
      },
    }
    groups.add(live)
    if (groups.size === 1) window.addEventListener("keydown", hear)
    listGroups()
    return () => {
      groups.delete(live)
      listGroups()
      if (groups.size === 0) window.removeEventListener("keydown", hear)
    }
  }, [title])
}

/**
 * Lists the titles of the bound groups in `data-keys` of the document, so that scripts and tests know which
 * keys the page handles.
 */
function listGroups(): void {
  document.documentElement.dataset.keys = [...groups].map(({ title }) => title).join(",")
}

/** Returns all bound groups of this page, in binding order. */
export function boundKeys(): readonly KeyGroup[] {
  return [...groups]
}

const STORED = "quarterdeck-keys"

/** True if single-key shortcuts are on. People who use dictation can turn them off. ⌘K always works. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(STORED) !== "off"
}

export function setShortcutsOn(on: boolean): void {
  localStorage.setItem(STORED, on ? "on" : "off")
}

/**
 * Buffers key presses for a component that is still loading, until `replayHeldKeys`, for at most `HOLD_MS`.
 * `first`: a key that was already pressed for the component.
 */
export function holdKeys(first?: KeyboardEvent): void {
  held = { keys: first ? [first] : [], until: performance.now() + HOLD_MS }
}

/** Replays the buffered keys, or drops them (`forget`). */
export function replayHeldKeys(forget = false): void {
  const kept = forget ? [] : (held?.keys ?? [])
  held = null
  for (const event of kept) if (!isTyping(document.activeElement)) act(event)
}

const groups = new Set<KeyGroup>()
const PATIENCE_MS = 1_200
const HOLD_MS = 5_000
let begun = { key: "", at: 0 }
let held: { keys: KeyboardEvent[]; until: number } | null = null

function hear(event: KeyboardEvent): void {
  if (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    isTyping(event.target) ||
    !areShortcutsOn()
  )
    return
  if (document.querySelector('[role="dialog"],[role="menu"]')) return
  if (held === null || event.key === "Escape" || performance.now() > held.until) {
    replayHeldKeys(true)
    act(event)
  } else {
    event.preventDefault()
    held.keys.push(event)
  }
}

function act(event: KeyboardEvent): void {
  const pair = event.timeStamp - begun.at < PATIENCE_MS ? `${begun.key} ${event.key}` : ""
  begun = { key: event.key, at: event.timeStamp }
  // Shortcuts of the page are bound after those of the shell and win.
  const all = boundKeys()
    .flatMap((group) => group.bindings)
    .filter((one) => one.run)
    .toReversed()
  const bound =
    all.find((one) => one.keys === pair) ??
    (startsPair(pair, all) ? undefined : all.find((one) => one.keys === event.key))
  if (!bound) return
  event.preventDefault()
  begun = { key: "", at: 0 }
  bound.run?.(event)
}

/**
 * True if the first key of a pair begins a sequence. An unknown second key then does nothing, instead of its
 * own action.
 */
function startsPair(pair: string, all: readonly KeyBinding[]): boolean {
  const [first] = pair.split(" ")
  return Boolean(first) && all.some((one) => one.keys.startsWith(`${first} `))
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName)) &&
    !isTickable(target)
  )
}

function isTickable(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement && /^(?:checkbox|radio|button|submit)$/.test(target.type)
}

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

/**
 * Returns the item `by` steps after the item at index `at`, or undefined past either end. Without a current
 * item (`at` below 0), returns the first item for 1 and the last for -1.
 */
export function stepFrom<Item>(items: readonly Item[], at: number, by: 1 | -1): Item | undefined {
  if (at >= 0) return items[at + by]
  return by > 0 ? items[0] : items.at(-1)
}

const rowOf = (one: Element): Element => one.closest("li, tr") ?? one

/**
 * Returns the elements of the page that match a selector, and the index of the element whose row has the
 * focus; -1 if none has.
 */
export function focusedRow(selector: string): { readonly all: readonly HTMLElement[]; readonly at: number } {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  return { all, at: all.findIndex((one) => rowOf(one).contains(document.activeElement)) }
}

/**
 * Focuses the next (1) or previous (-1) element that matches, seen from the focused one, and shows its row.
 */
function stepThrough(selector: string, by: 1 | -1): void {
  const { all, at } = focusedRow(selector)
  const next = stepFrom(all, at, by)
  next?.focus({ preventScroll: true })
  if (next) rowOf(next).scrollIntoView({ block: "nearest" })
}
