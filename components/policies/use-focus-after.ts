import { useEffect, useRef } from "react"

/** Where what was sent changes what is shown, the keyboard goes along: to the control of this id once `shown` is another. Call what it gives when a form is sent. */
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
