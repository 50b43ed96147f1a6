"use client"

import { useActionState } from "react"
import { Checkbox, Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

interface CarryOutFormProps {
  action: FormAction
  /** Hash of the preview that the person saw. */
  shown: string
  /** The button label: "Revert 31 writes in 20 files" or "Restore: remove 2 files". */
  consequence: string
  /** True if files or lines are removed. */
  isDestructive: boolean
  /** The number of the writer’s undecided proposals. */
  waiting: number
  suggestion: string
}

/** Form that confirms a previewed revert or restore. */
export function CarryOutForm({
  action,
  shown,
  consequence,
  isDestructive,
  waiting,
  suggestion,
}: CarryOutFormProps) {
  const [state, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <input type="hidden" name="shown" value={shown} />
      <FormError>{state.error}</FormError>
      <Field label="Reason" required hint="Shown in the history of each file.">
        {(control) => (
          <Input
            {...control}
            name="reason"
            maxLength={500}
            defaultValue={state.values?.reason ?? suggestion}
          />
        )}
      </Field>
      {waiting > 0 ? (
        <Checkbox
          name="alsoReject"
          defaultChecked
          label={`Also reject ${waiting === 1 ? "1 undecided proposal" : `${waiting.toLocaleString("en")} undecided proposals`}`}
        />
      ) : null}
      <div>
        <Submit variant={isDestructive ? "danger" : "primary"}>{consequence}</Submit>
      </div>
    </form>
  )
}

export function UndoForm({ action, children }: { action: FormAction; children: string }) {
  const [state, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-2">
      <FormError>{state.error}</FormError>
      <div>
        <Submit>{children}</Submit>
      </div>
    </form>
  )
}
