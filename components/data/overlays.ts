/** What can be opened over any page. The shell listens; whoever wants one opened calls `openOverlay`. */
export type Overlay = "palette" | "keys"

const EVENT = "quarterdeck:open"

export function openOverlay(overlay: Overlay): void {
  window.dispatchEvent(new CustomEvent<Overlay>(EVENT, { detail: overlay }))
}

/** Calls back for each request; returns how to stop listening. */
export function onOverlay(listener: (overlay: Overlay) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<Overlay>).detail)
  window.addEventListener(EVENT, hear)
  return () => window.removeEventListener(EVENT, hear)
}
