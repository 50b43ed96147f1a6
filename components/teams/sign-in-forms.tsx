"use client"

import { useActionState } from "react"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { Link } from "@/components/ui/link"

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

interface JoinAsFormProps {
  action: FormAction
  invitation: string
  /** Name of the current user. */
  name: string
  consequence: string
}

export function JoinAsForm({ action, invitation, name, consequence }: JoinAsFormProps) {
  const [{ error }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <FormError>{error}</FormError>
      <input type="hidden" name="key" value={invitation} />
      <p>
        You are signed in as <b>{name}</b>.{" "}
        <Link className="text-link" href="/sign-out">
          Not you?
        </Link>
      </p>
      <Submit variant="primary">{consequence}</Submit>
    </form>
  )
}

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
