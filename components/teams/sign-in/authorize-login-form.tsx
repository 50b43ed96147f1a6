"use client"

import { useActionState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

/**
 * Form that authorizes or denies a login. Neither button has the initial focus, so that Enter alone does not
 * authorize the login.
 */
export function ConnectForm({ action, code }: { action: FormAction; code: string }) {
  const [{ error }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <FormError>{error}</FormError>
      <input type="hidden" name="code" value={code} />
      <div className="grid grid-cols-2 gap-2">
        <Submit variant="primary" name="decision" value="in">
          Authorize
        </Submit>
        <Submit name="decision" value="away">
          Deny
        </Submit>
      </div>
    </form>
  )
}
