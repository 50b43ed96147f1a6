/** Overlays of the shell. Call `openOverlay` to open one. */
export type Overlay = "palette" | "keys"

const EVENT = "quarterdeck:open"

export function openOverlay(overlay: Overlay): void {
  window.dispatchEvent(new CustomEvent<Overlay>(EVENT, { detail: overlay }))
}

/** Calls `listener` for each request. Returns a function that unsubscribes. */
export function onOverlayOpen(listener: (overlay: Overlay) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<Overlay>).detail)
  window.addEventListener(EVENT, handle)
  return () => window.removeEventListener(EVENT, handle)
}
