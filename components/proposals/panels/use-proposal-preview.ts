"use client"

import { useRead } from "@/components/data/use-read"

interface Previewed<Preview> {
  /** The latest preview. May be outdated while the next one loads. */
  readonly preview: Preview | null
  /** Reason why the preview could not be loaded, or null. */
  readonly problem: string | null
  readonly pending: boolean
}

/** Debounce of preview requests, in milliseconds. */
const PAUSE_MS = 250

/** Returns a debounced preview for `ask`. Sends no request if `ask` is null. */
export function useProposalPreview<Ask, Preview>(
  ask: Ask | null,
  onPreview: (ask: Ask, signal: AbortSignal) => Promise<Preview>,
): Previewed<Preview> {
  const read = useRead(ask === null ? null : JSON.stringify(ask), (signal) => onPreview(ask as Ask, signal), {
    pause: PAUSE_MS,
  })
  return {
    preview: read.problem === null ? read.answer : null,
    problem: read.problem,
    pending: read.isPending,
  }
}
