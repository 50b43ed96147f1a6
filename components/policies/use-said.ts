import { useEffect } from "react"
import type { FormState } from "@/components/data/form-state"
import { say, sayProblem } from "@/components/data/announce"

/** Says what a form's action answered. What is wrong with a field stands at the field instead. */
export function useSaid(state: FormState): void {
  useEffect(() => {
    if (state.done) void say(state.done)
    if (state.error) void sayProblem(state.error)
  }, [state])
}
