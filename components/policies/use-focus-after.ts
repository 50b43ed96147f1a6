import { useEffect, useRef } from "react"

/**
 * Moves the focus to the control with this id once `shown` changes after a form was submitted.
 * Returns a function to call on submit.
 */
export function useFocusAfter(shown: string, id: string): () => void {
  const sent = useRef(false)
  useEffect(() => {
    if (!sent.current) return
    sent.current = false
    document.getElementById(id)?.focus()
  }, [shown, id])
  return () => {
    sent.current = true
  }
}
