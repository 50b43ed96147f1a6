/** Opens the current item on Enter. If the focus is on another link or button, clicks that instead. */
export function openOnEnter(current: string | null, open: () => void): void {
  const here = document.activeElement
  const pressed = here instanceof HTMLElement && here.matches("a, button, summary") ? here : null
  if (pressed && pressed.dataset.item !== current) pressed.click()
  else open()
}

/** True if the list and the item are shown side by side. */
export const isWide = () => window.matchMedia("(width >= 48rem)").matches

/** Focuses the current row, or the filter if no row is visible. */
export function focusList(): void {
  const row = document.querySelector<HTMLElement>("[data-item][aria-current]")
  if (row?.checkVisibility()) row.focus({ preventScroll: true })
  else document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
}

const PATIENCE_MS = 5_000

/**
 * Calls `run` once the element is on the page, because menus and panels load lazily, or `onMissing` if it is not
 * there after 5 seconds. Returns a function that cancels.
 */
export function whenElementExists<One extends Element>(
  find: () => One | null | undefined,
  run: (one: One) => void,
  onMissing: () => void = () => {},
): () => void {
  const from = performance.now()
  let frame = 0
  const look = () => {
    const one = find()
    if (one) run(one)
    else if (performance.now() - from < PATIENCE_MS) frame = requestAnimationFrame(look)
    else onMissing()
  }
  look()
  return () => cancelAnimationFrame(frame)
}

/**
 * Focuses the filter. `onWait` receives true while the script of the filter loads, so that typed keys trigger
 * no shortcuts, and then false.
 */
export function focusFilter(onWait: (waiting: boolean) => void): void {
  const find = () => document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (!find()) onWait(true)
  whenElementExists(
    find,
    (box) => {
      box.focus()
      box.select()
      onWait(false)
    },
    () => onWait(false),
  )
}

/** Time of the last key or pointer press. */
let pressedAt = 0
/** True if the last press came from a held-down key. */
let isRepeated = false

export const isHeldDown = (): boolean => isRepeated

/** Records key and pointer presses. Returns a function that stops. */
export function recordPresses(): () => void {
  const note = (event: Event) => {
    pressedAt = event.timeStamp
    isRepeated = event instanceof KeyboardEvent && event.repeat
  }
  window.addEventListener("keydown", note, { capture: true })
  window.addEventListener("pointerdown", note, { capture: true })
  return () => {
    window.removeEventListener("keydown", note, { capture: true })
    window.removeEventListener("pointerdown", note, { capture: true })
  }
}

/**
 * Records the time from the last key or pointer press to the next paint, as the performance entry `decision`.
 */
export function measureDecision(): void {
  const start = pressedAt
  requestAnimationFrame(() =>
    requestAnimationFrame(() => performance.measure("decision", { start, end: performance.now() })),
  )
}
