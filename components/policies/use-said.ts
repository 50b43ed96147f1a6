import { useEffect } from "react"
import type { FormState } from "@/components/data/form-state"
import { say, sayProblem } from "@/components/data/show-toast"

/** Shows the result of a form action as a toast. Field errors are shown at their fields instead. */
export function useAnnounceResult(state: FormState): void {
  useEffect(() => {
    if (state.done) void say(state.done)
    if (state.error) void sayProblem(state.error)
  }, [state])
}
