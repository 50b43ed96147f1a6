"use client"

import { useActionState } from "react"
import { Checkbox, Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { Refusal } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

interface CarryOutFormProps {
  action: FormAction
  /** What was shown, which this holds for and nothing else. */
  shown: string
  /** What the button does: "Revert 31 writes in 20 files". */
  consequence: string
  /** Proposals of the same writer that wait. */
  waiting: number
  suggestion: string
}

/** The second of two actions. */
export function CarryOutForm({ action, shown, consequence, waiting, suggestion }: CarryOutFormProps) {
  const [state, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <input type="hidden" name="shown" value={shown} />
      <Refusal>{state.error}</Refusal>
      <Field label="Reason" hint="It stands in the history of every file.">
        {(control) => (
          <Input
            {...control}
            name="reason"
            required
            maxLength={500}
            defaultValue={state.values?.reason ?? suggestion}
          />
        )}
      </Field>
      {waiting > 0 ? (
        <Checkbox
          name="alsoReject"
          defaultChecked
          label={`Also reject ${waiting === 1 ? "the proposal that waits" : `the ${waiting.toLocaleString("en")} proposals that wait`}`}
        />
      ) : null}
      <div>
        <Submit variant="primary">{consequence}</Submit>
      </div>
    </form>
  )
}
