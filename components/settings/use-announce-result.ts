import { useEffect } from "react"
import type { FormState } from "@/components/data/form-state"
import { showToast, showErrorToast } from "@/components/data/show-toast"

/** Shows the success message of a form action as a toast. The form shows its errors itself. */
export function useAnnounceSuccess(state: FormState): void {
  useEffect(() => {
    if (state.done) void showToast(state.done)
  }, [state])
}

/** Shows the result of a form action as a toast. Field errors are shown at their fields instead. */
export function useAnnounceResult(state: FormState): void {
  useAnnounceSuccess(state)
  useEffect(() => {
    if (state.error) void showErrorToast(state.error)
  }, [state])
}
