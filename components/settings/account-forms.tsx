"use client"

import { useActionState } from "react"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { useAnnounceSuccess } from "./action-result"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

export function NameForm({ name, action }: { name: string; action: FormAction }) {
  const [state, submit] = useActionState(action, {})
  useAnnounceSuccess(state)
  return (
    <form action={submit} className="grid gap-3">
      <Field label="Name" required error={state.error} hint="Shown to other people.">
        {(control) => (
          <Input {...control} name="name" autoComplete="name" maxLength={80} defaultValue={name} key={name} />
        )}
      </Field>
      <div>
        <Submit>Save name</Submit>
      </div>
    </form>
  )
}

export function PasswordForm({ email, has, action }: { email: string; has: boolean; action: FormAction }) {
  const [state, submit] = useActionState(action, {})
  useAnnounceSuccess(state)
  return (
    <form action={submit} className="grid gap-3">
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {has ? (
        <Field label="Current password" required>
          {(control) => <Input {...control} name="current" type="password" autoComplete="current-password" />}
        </Field>
      ) : null}
      <Field
        label="New password"
        required
        hint="At least 10 characters. You will be signed out everywhere else."
      >
        {(control) => (
          <Input
            {...control}
            name="wanted"
            type="password"
            autoComplete="new-password"
            minLength={10}
            maxLength={512}
          />
        )}
      </Field>
      <FormError>{state.error}</FormError>
      <div>
        <Submit>{has ? "Change password" : "Set password"}</Submit>
      </div>
    </form>
  )
}
