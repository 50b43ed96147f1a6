"use client"

import { type ReactNode, useActionState, useEffect } from "react"
import type { FormAction } from "@/components/data/form-state"
import { sayProblem } from "@/components/data/show-toast"
import { Submit } from "@/components/ui/submit"

interface RunFormProps {
  run: string
  action: FormAction
  /** Names the run for screen readers: the visible text is the same for all runs. */
  label: string
  children: ReactNode
}

/** A button for a run, in a form that works before hydration. */
export function RunForm({ run, action, label, children }: RunFormProps) {
  const [state, submit] = useActionState(action, {})
  useEffect(() => {
    if (state.error) void sayProblem(state.error)
  }, [state])
  return (
    <form action={submit} className="shrink-0">
      <input type="hidden" name="run" value={run} />
      <Submit size="sm" title={label}>
        {children}
        <span className="sr-only"> ({label.replace(/^[^:]+: /, "")})</span>
      </Submit>
    </form>
  )
}
