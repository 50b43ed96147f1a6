"use client"

import { useEffect, useRef, useState } from "react"

interface ReadOptions {
  /** Time in milliseconds that a changed key waits for the next change. The first request never waits. */
  readonly pause?: number
}

interface ReadState<Answer> {
  /** The last answer. Outdated while `isPending`. */
  readonly answer: Answer | null
  /** Reason why the current request failed; null: it has not failed. */
  readonly problem: string | null
  readonly isPending: boolean
  /** Sends the request again. */
  readonly again: () => void
}

/**
 * Returns the answer of a request, which is sent again when its key changes. A null key sends no request.
 * Answers to earlier keys are ignored, and the last answer stays until the next one arrives.
 */
export function useRead<Answer>(
  key: string | null,
  read: (signal: AbortSignal) => Promise<Answer>,
  { pause = 0 }: ReadOptions = {},
): ReadState<Answer> {
  const [round, setRound] = useState(0)
  const asked = key === null ? null : `${round} ${key}`
  const [state, setState] = useState<{ for: string | null; answer: Answer | null; problem: string | null }>({
    for: null,
    answer: null,
    problem: null,
  })
  // A new function identity must not send a request.
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (asked === null) return
    const abort = new AbortController()
    const send = () => {
      hasBegun.current = true
      latest.current(abort.signal).then(
        (answer) => (abort.signal.aborted ? undefined : setState({ for: asked, answer, problem: null })),
        (cause: Error) =>
          abort.signal.aborted
            ? undefined
            : setState((before) => ({ for: asked, answer: before.answer, problem: cause.message })),
      )
    }
    const timer = setTimeout(send, hasBegun.current ? pause : 0)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked, pause])
  const isPending = asked !== null && state.for !== asked
  return {
    answer: asked === null ? null : state.answer,
    problem: asked === null || isPending ? null : state.problem,
    isPending,
    again: () => setRound((before) => before + 1),
  }
}
