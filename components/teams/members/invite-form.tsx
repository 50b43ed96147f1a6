"use client"

import { useActionState } from "react"
import { Copyable } from "@/components/ui/copyable"
import { Field, Input, Select } from "@/components/ui/field"
import type { FormAction, FormState } from "@/components/data/form-state"
import { Notice, FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { ROLE_WORDS, rolesToGive } from "./roles"

export interface InviteState extends FormState {
  /** The invitation link. Shown once, because only its hash is stored. */
  readonly link?: string
}

export function InviteForm({
  team,
  owns,
  action,
}: {
  team: string
  owns: boolean
  action: FormAction<InviteState>
}) {
  const [state, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <input type="hidden" name="team" value={team} />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field label="Role">
          {(control) => (
            <Select {...control} name="role" defaultValue="member">
              {rolesToGive(owns).map((role) => (
                <option key={role} value={role}>
                  {role}: {ROLE_WORDS[role]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Email address" hint="Optional. Leave empty to let anyone with the link join.">
          {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
        </Field>
        <Field label="Valid for">
          {(control) => (
            <Select {...control} name="days" defaultValue="7">
              <option value="1">1 day</option>
              <option value="7">7 days</option>
              <option value="30">30 days</option>
            </Select>
          )}
        </Field>
      </div>
      <div>
        <Submit>Create invitation link</Submit>
      </div>
      <FormError>{state.error}</FormError>
      {state.link ? (
        <Notice
          tone="good"
          title="Send this link to the person you are inviting. It is shown only once."
          live
        >
          <div className="mt-1.5">
            <Copyable label="Invitation link" text={state.link} />
          </div>
        </Notice>
      ) : null}
    </form>
  )
}
