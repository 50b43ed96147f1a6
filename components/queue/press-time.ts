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
