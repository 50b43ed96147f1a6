"use client"

import { useActionState } from "react"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

export function ResetForm({
  action,
  resetKey,
  email,
}: {
  action: FormAction
  resetKey: string
  email: string
}) {
  const [{ error }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <FormError>{error}</FormError>
      <input type="hidden" name="key" value={resetKey} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field label="New password" hint="At least 10 characters. A short sentence works well.">
        {(control) => (
          <Input
            {...control}
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={512}
          />
        )}
      </Field>
      <Submit variant="primary">Set password and sign in</Submit>
    </form>
  )
}
