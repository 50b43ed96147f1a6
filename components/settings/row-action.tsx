"use client"

import { type ReactNode, useActionState, useEffect } from "react"
import type { FormAction } from "@/components/data/form-state"
import { sayProblem } from "@/components/data/announce"
import { Submit } from "@/components/ui/submit"

interface RowActionProps {
  action: FormAction
  /** Sent along, by name. */
  carried: Readonly<Record<string, string>>
  /** Says which row: the visible word is the same in all. */
  label: string
  children: ReactNode
}

/** The one thing to do with a row: a plain form, so that it works without a script. */
export function RowAction({ action, carried, label, children }: RowActionProps) {
  const [state, submit] = useActionState(action, {})
  useEffect(() => {
    if (state.error) void sayProblem(state.error)
  }, [state])
  return (
    <form action={submit} className="inline">
      {Object.entries(carried).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Submit size="sm" variant="quiet" aria-label={label}>
        {children}
      </Submit>
    </form>
  )
}
