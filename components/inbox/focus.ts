/** Enter opens what is looked at, unless the focus stands on something else that Enter presses. */
export function press(current: string | null, open: () => void): void {
  const here = document.activeElement
  const pressed = here instanceof HTMLElement && here.matches("a, button, summary") ? here : null
  if (pressed && pressed.dataset.item !== current) pressed.click()
  else open()
}

/** Whether list and item stand side by side. */
export const isWide = () => window.matchMedia("(width >= 48rem)").matches

export function focusFilter(): void {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]')
  box?.focus()
  box?.select()
}
