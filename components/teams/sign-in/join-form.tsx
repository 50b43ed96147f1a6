"use client"

import { useActionState } from "react"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

interface JoinFormProps {
  action: FormAction
  /** Key of the invitation. */
  invitation: string
  /** The address that the invitation is restricted to. Null if anyone with the link may join. */
  email: string | null
  /** Label of the button, such as "Become the owner". */
  consequence: string
}

/** The sign-up form of a person with an invitation link. */
export function JoinForm({ action, invitation, email, consequence }: JoinFormProps) {
  const [{ error, errors = {}, values = {} }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <FormError>{error}</FormError>
      <input type="hidden" name="key" value={invitation} />
      <Field label="Your name" error={errors.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="name"
            required
            maxLength={80}
            defaultValue={values.name}
            key={values.name}
          />
        )}
      </Field>
      <Field
        label="Email address"
        error={errors.email}
        hint={
          email
            ? "Only this address can accept the invitation."
            : "Used to sign in. No confirmation email is sent."
        }
      >
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            required
            readOnly={email !== null}
            defaultValue={email ?? values.email}
            key={values.email}
          />
        )}
      </Field>
      <Field
        label="Password"
        error={errors.password}
        hint="At least 10 characters. A short sentence works well."
      >
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
      <Submit variant="primary">{consequence}</Submit>
    </form>
  )
}
