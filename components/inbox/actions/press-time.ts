/** When the key or press came that is being answered. */
let pressedAt = 0
/** Whether it came of a key that is held down. */
let isRepeated = false

export const isHeldDown = (): boolean => isRepeated

/** Notes every key and press while the inbox is open; returns how to stop. */
export function notePresses(): () => void {
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

/** Measures from the last key or press to the frame in which its decision is painted: `performance.getEntriesByName("decision")`. */
export function measureDecision(): void {
  const start = pressedAt
  requestAnimationFrame(() =>
    requestAnimationFrame(() => performance.measure("decision", { start, end: performance.now() })),
  )
}
