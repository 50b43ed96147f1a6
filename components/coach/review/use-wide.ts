"use client"

import { useSyncExternalStore } from "react"

const query = () => window.matchMedia("(width >= 64rem)")

function watch(tell: () => void): () => void {
  const media = query()
  media.addEventListener("change", tell)
  return () => media.removeEventListener("change", tell)
}

/** True if there is room for a column beside the claims. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    watch,
    () => query().matches,
    () => true,
  )
