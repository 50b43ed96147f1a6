import { useEffect, useRef } from "react"

/**
 * Moves the focus to the control with this id once `shown` changes after a form was submitted. Returns a
 * function to call on submit.
 *
 * A form that is sent before the scripts have loaded reloads the page without a submit event. A new `result`
 * of its action therefore counts as a submit, too. `result` is undefined before the first one.
 */
export function useFocusAfter(shown: string, id: string, result?: unknown): () => void {
  const sent = useRef(false)
  const known = useRef<unknown>(undefined)
  const latest = useRef(result)
  useEffect(() => {
    latest.current = result
  })
  useEffect(() => {
    const isAnswered = latest.current !== known.current
    known.current = latest.current
    if (!sent.current && !isAnswered) return
    sent.current = false
    document.getElementById(id)?.focus()
  }, [shown, id])
  return () => {
    sent.current = true
  }
}
