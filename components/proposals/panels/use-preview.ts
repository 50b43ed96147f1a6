"use client"

import { useEffect, useRef, useState } from "react"
interface Previewed<Preview> {
  /** The latest preview. May be outdated while the next one loads. */
  readonly preview: Preview | null
  /** Why the preview could not be loaded, or null. */
  readonly problem: string | null
  readonly pending: boolean
}

/** Debounce of preview requests. */
const PAUSE_MS = 250

/** Returns a preview of the typed text. Null sends no request. */
export function useProposalPreview<Ask, Preview>(
  ask: Ask | null,
  onPreview: (ask: Ask, signal: AbortSignal) => Promise<Preview>,
): Previewed<Preview> {
  const [answer, setAnswer] = useState<{ to: string; preview: Preview | null; problem: string | null }>({
    to: "",
    preview: null,
    problem: null,
  })
  const asked = ask === null ? "" : JSON.stringify(ask)
  // A new function identity must not trigger a request.
  const preview = useRef(onPreview)
  const begun = useRef(false)
  useEffect(() => {
    preview.current = onPreview
  })
  useEffect(() => {
    if (asked === "" || asked === answer.to) return
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        begun.current = true
        preview
          .current(JSON.parse(asked) as Ask, abort.signal)
          .then((answered) => ({ to: asked, preview: answered, problem: null }))
          .catch((cause: Error) => ({ to: asked, preview: null, problem: cause.message }))
          .then((next) => (abort.signal.aborted ? undefined : setAnswer(next)))
      },
      begun.current ? PAUSE_MS : 0,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked, answer.to])
  return {
    preview: answer.preview,
    problem: asked === answer.to ? answer.problem : null,
    pending: asked !== "" && asked !== answer.to,
  }
}
