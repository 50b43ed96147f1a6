"use client"

import { type ReactNode, useActionState, useEffect } from "react"
import type { FormAction, FormState } from "@/components/data/form-state"
import { showErrorToast, showToast } from "@/components/data/show-toast"
import { Submit } from "@/components/ui/submit"

interface RowActionProps {
  action: FormAction
  /** Hidden form fields, by name. */
  carried: Readonly<Record<string, string>>
  /** Accessible name that identifies the row. The visible label is the same in every row. */
  label: string
  children: ReactNode
}

/** The action of a table row. A plain form, so that it works without script. */
export function RowAction({ action, carried, label, children }: RowActionProps) {
  const [state, submit] = useActionState(action, {})
  useEffect(() => {
    if (state.error) void showErrorToast(state.error)
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
