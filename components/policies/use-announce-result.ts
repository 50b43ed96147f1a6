import { useEffect } from "react"
import type { FormState } from "@/components/data/form-state"
import { showToast, showErrorToast } from "@/components/data/show-toast"

/** Shows the result of a form action as a toast. Field errors are shown at their fields instead. */
export function useAnnounceResult(state: FormState): void {
  useEffect(() => {
    if (state.done) void showToast(state.done)
    if (state.error) void showErrorToast(state.error)
  }, [state])
}
