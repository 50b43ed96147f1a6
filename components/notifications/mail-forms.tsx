"use client"

import { useActionState } from "react"
import { Field, Input, Select, Checkbox } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { useAnnounceSuccess } from "@/components/settings/action-result"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { useOwnZone } from "@/components/data/instant"

interface DigestFormProps {
  team: string
  digest: { readonly hour: number; readonly timeZone: string } | null
  action: FormAction
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export function DigestForm({ team, digest, action }: DigestFormProps) {
  const [state, submit] = useActionState(action, {})
  const { error, errors, values } = state
  useAnnounceSuccess(state)
  const zone = useOwnZone()
  return (
    <form key={JSON.stringify([digest, values ?? {}])} action={submit} className="grid gap-3" noValidate>
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="ownZone" value={zone ?? "UTC"} />
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Daily digest">
          {(control) => (
            <Select {...control} name="hour" defaultValue={values?.hour ?? digest?.hour ?? ""}>
              <option value="">Off</option>
              {HOURS.map((hour) => (
                <option key={hour} value={hour}>
                  at {String(hour).padStart(2, "0")}:00
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Digest time zone"
          hint={zone === null ? undefined : `Your time zone: ${zone}`}
          error={errors?.timeZone}
        >
          {(control) => (
            <Input
              {...control}
              name="digestZone"
              autoComplete="off"
              placeholder={zone ?? "Europe/Berlin"}
              defaultValue={values?.timeZone ?? digest?.timeZone}
            />
          )}
        </Field>
      </div>
      <div>
        <Submit>Save digest</Submit>
      </div>
      <FormError>{error}</FormError>
    </form>
  )
}

interface PersonalMailFormProps {
  team: string
  isOn: boolean
  action: FormAction
}

/** Turns mails about mentions, comments and assignments on or off. */
export function PersonalMailForm({ team, isOn, action }: PersonalMailFormProps) {
  const [state, submit] = useActionState(action, {})
  useAnnounceSuccess(state)
  return (
    <form key={String(isOn)} action={submit} className="grid gap-3">
      <input type="hidden" name="team" value={team} />
      <Checkbox name="enabled" label="Also notify me by email" defaultChecked={isOn} />
      <div>
        <Submit>Save email setting</Submit>
      </div>
      <FormError>{state.error}</FormError>
    </form>
  )
}
