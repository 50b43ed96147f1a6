/** Enter opens what is looked at, unless the focus stands on something else that Enter presses. */
export function press(current: string | null, open: () => void): void {
  const here = document.activeElement
  const pressed = here instanceof HTMLElement && here.matches("a, button, summary") ? here : null
  if (pressed && pressed.dataset.item !== current) pressed.click()
  else open()
}

/** Whether list and item stand side by side. */
export const isWide = () => window.matchMedia("(width >= 48rem)").matches

/** The row that is looked at; where none is shown, the filter. */
export function focusList(): void {
  const row = document.querySelector<HTMLElement>("[data-item][aria-current]")
  if (row?.checkVisibility()) row.focus({ preventScroll: true })
  else document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
}

const PATIENCE_MS = 5_000

/** Runs once what is looked for is on the page: the scripts of menus and panels may come later. Returns how to stop looking. */
export function whenThere<One extends Element>(
  find: () => One | null | undefined,
  run: (one: One) => void,
): () => void {
  const from = performance.now()
  let frame = 0
  const look = () => {
    const one = find()
    if (one) run(one)
    else if (performance.now() - from < PATIENCE_MS) frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}

/** `onWait`: true while the filter's script is still to come, when what one types is meant for it and must decide nothing; then false. */
export function focusFilter(onWait: (waiting: boolean) => void): void {
  const find = () => document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (!find()) onWait(true)
  whenThere(find, (box) => {
    box.focus()
    box.select()
    onWait(false)
  })
}
