/** Overlays of the shell. Call `openOverlay` to open one. */
export type Overlay = "palette" | "keys"

const EVENT = "quarterdeck:open"

export function openOverlay(overlay: Overlay): void {
  window.dispatchEvent(new CustomEvent<Overlay>(EVENT, { detail: overlay }))
}

/** Calls `hear` for each request. Returns a function that unsubscribes. */
export function onOverlay(listener: (overlay: Overlay) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<Overlay>).detail)
  window.addEventListener(EVENT, hear)
  return () => window.removeEventListener(EVENT, hear)
}
