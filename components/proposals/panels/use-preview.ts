"use client"

import { useEffect, useRef, useState } from "react"
interface Previewed<Preview> {
  /** What the last words that were asked about would do; those before them meanwhile. */
  readonly preview: Preview | null
  /** Why it cannot be told, for people. */
  readonly problem: string | null
  readonly pending: boolean
}

/** While one types, the server is asked once a pause. */
const PAUSE_MS = 250

/** What words would do, as one writes them. Null asks nothing. */
export function usePreview<Ask, Preview>(
  ask: Ask | null,
  onPreview: (ask: Ask, signal: AbortSignal) => Promise<Preview>,
): Previewed<Preview> {
  const [answer, setAnswer] = useState<{ to: string; preview: Preview | null; problem: string | null }>({
    to: "",
    preview: null,
    problem: null,
  })
  const asked = ask === null ? "" : JSON.stringify(ask)
  // Whoever renders the panel may give another function each time; that alone asks nothing anew.
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
