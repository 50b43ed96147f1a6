"use client"

import { useActionState } from "react"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { Refusal } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

interface JoinFormProps {
  action: FormAction
  /** The invitation's key. */
  invitation: string
  /** The only address that may use the invitation. */
  email: string | null
  /** What the button does: "Become the owner". */
  consequence: string
}

/** Name, address and password of somebody who comes with a link. */
export function JoinForm({ action, invitation, email, consequence }: JoinFormProps) {
  const [{ error, errors = {}, values = {} }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <Refusal>{error}</Refusal>
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
        label="E-mail address"
        error={errors.email}
        hint={email ? "The invitation is for this address." : "You sign in with it. Nothing is sent to it."}
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
        hint="At least 10 characters; a short sentence does well."
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
