"use client"

import { useActionState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

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
