"use client"

import { Link } from "@/components/ui/link"
import { useActionState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

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
