"use client"

import { Toaster as Sonner } from "sonner"

const PARTS = {
  toast:
    "flex w-full items-center gap-2.5 rounded-lg border border-line bg-surface px-3 py-2.5 font-sans text-base text-ink shadow-float",
  description: "text-ink-2",
  actionButton: "ml-auto shrink-0 rounded-md border border-line-strong px-2 font-medium hover:bg-raised",
  error: "text-danger",
}

/** The live region of the toasts. */
export function Toaster() {
  return (
    <Sonner position="bottom-right" toastOptions={{ unstyled: true, classNames: PARTS, duration: 10_000 }} />
  )
}
