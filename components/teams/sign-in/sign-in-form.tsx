"use client"

import { useActionState } from "react"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

interface SignInFormProps {
  action: FormAction
  next: string
}

export function SignInForm({ action, next }: SignInFormProps) {
  const [state, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <FormError>{state.error}</FormError>
      <input type="hidden" name="next" value={next} />
      <Field label="Email address">
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={state.values?.email}
            key={state.values?.email}
          />
        )}
      </Field>
      <Field label="Password">
        {(control) => (
          <Input {...control} name="password" type="password" autoComplete="current-password" required />
        )}
      </Field>
      <Submit variant="primary">Sign in</Submit>
    </form>
  )
}
