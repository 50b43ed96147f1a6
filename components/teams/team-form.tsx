"use client"

import { useActionState } from "react"
import { ButtonLink } from "@/components/ui/button"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { useAnnounceSuccess } from "@/components/settings/action-result"
import { Submit } from "@/components/ui/submit"

/** Creates a team, or renames the team given as `team`. */
export function TeamForm({
  team,
  name = "",
  consequence,
  cancelHref,
  action,
}: {
  team?: string
  name?: string
  consequence: string
  /** Address of the Cancel link. Without it, there is no link. */
  cancelHref?: string
  action: FormAction
}) {
  const [state, submit] = useActionState(action, {})
  useAnnounceSuccess(state)
  return (
    <form action={submit} className="grid gap-3">
      {team ? <input type="hidden" name="team" value={team} /> : null}
      <Field
        label="Team name"
        required
        error={state.error}
        hint="A team is a group of people and projects that share memory."
      >
        {(control) => (
          <Input
            {...control}
            name="name"
            maxLength={80}
            defaultValue={state.values?.name ?? name}
            key={state.values?.name ?? name}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Submit variant={team ? "default" : "primary"}>{consequence}</Submit>
        {cancelHref ? (
          <ButtonLink variant="quiet" href={cancelHref}>
            Cancel
          </ButtonLink>
        ) : null}
      </div>
    </form>
  )
}
