"use client"

import { useActionState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { Refusal } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

/** Both answers are buttons of one form, and neither has the focus at first: Enter alone lets nobody in. */
export function ConnectForm({ action, code }: { action: FormAction; code: string }) {
  const [{ error }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <Refusal>{error}</Refusal>
      <input type="hidden" name="code" value={code} />
      <div className="grid grid-cols-2 gap-2">
        <Submit variant="primary" name="decision" value="in">
          Let it in
        </Submit>
        <Submit name="decision" value="away">
          Not me
        </Submit>
      </div>
    </form>
  )
}
