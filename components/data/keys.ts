"use client"

import { useLayoutEffect, useRef } from "react"

/** What a key does here. `keys` as people press them: "j", "?", or one after the other: "g f". */
export interface KeyBinding {
  readonly keys: string
  /** For the list of keys: "Next agent". */
  readonly does: string
  /** Left out where the browser does it anyway (Enter on a link) and the list should only say so. */
  run?: (event: KeyboardEvent) => void
}

export interface KeyGroup {
  readonly title: string
  readonly bindings: readonly KeyBinding[]
}

/** Binds keys while the component is on the page, from its first frame on; `?` lists them under `title`. Keys do nothing while one types or a dialog is open. */
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

/** Lists the bound groups in `data-keys` of the document: scripts and tests see when a page takes keys. */
function listGroups(): void {
  document.documentElement.dataset.keys = [...groups].map(({ title }) => title).join(",")
}

/** All that is bound on this page, in the order it came. */
export function boundKeys(): readonly KeyGroup[] {
  return [...groups]
}

const STORED = "quarterdeck-keys"

/** Single keys can be turned off, for those whose software types for them. ⌘K stays. */
export function areKeysOn(): boolean {
  return localStorage.getItem(STORED) !== "off"
}

export function turnKeys(on: boolean): void {
  localStorage.setItem(STORED, on ? "on" : "off")
}

/** What was opened by a key is still to come: what one presses meanwhile is meant for it and is kept until `hearHeldKeys`. `first`: a key that was pressed for it already. */
export function holdKeys(first?: KeyboardEvent): void {
  held = { keys: first ? [first] : [], until: performance.now() + HOLD_MS }
}

/** What the keys were held for is there, or will not come (`forget`). */
export function hearHeldKeys(forget = false): void {
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
    !areKeysOn()
  )
    return
  if (document.querySelector('[role="dialog"],[role="menu"]')) return
  if (held === null || event.key === "Escape" || performance.now() > held.until) {
    hearHeldKeys(true)
    act(event)
  } else {
    event.preventDefault()
    held.keys.push(event)
  }
}

function act(event: KeyboardEvent): void {
  const pair = event.timeStamp - begun.at < PATIENCE_MS ? `${begun.key} ${event.key}` : ""
  begun = { key: event.key, at: event.timeStamp }
  // The page's own keys come after the shell's and win over them.
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

/** After the first key of a pair, a second one that leads nowhere does nothing, rather than what it does alone. */
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
