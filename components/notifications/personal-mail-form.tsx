"use client"

import { useActionState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { useAnnounceSuccess } from "@/components/settings/use-announce-result"
import { Checkbox } from "@/components/ui/field"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

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
        <Submit>Save notifications</Submit>
      </div>
      <FormError>{state.error}</FormError>
    </form>
  )
}
