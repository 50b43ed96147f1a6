"use client"

import { useActionState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"
import { useAnnounceResult } from "@/components/settings/use-announce-result"

interface TakeAwayProps {
  team: string
  place: string
  setting: string
  label: string
  /** The inherited value and its origin, as in "after 30 days, default". */
  then: string
  action: FormAction
  onSubmit: () => void
}

/** Removes a setting from a place, so that the inherited value applies again. */
export function ResetToInherited({ team, place, setting, label, then, action, onSubmit }: TakeAwayProps) {
  const [state, submit] = useActionState(action, {})
  useAnnounceResult(state)
  return (
    <form action={submit} onSubmit={onSubmit} className="flex flex-wrap items-center gap-x-1.5">
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="setting" value={setting} />
      <Submit size="sm" variant="quiet" aria-label={`Reset to inherited: ${label}, ${then}`}>
        Reset to inherited
      </Submit>
      <span className="text-sm text-ink-3">{then}</span>
    </form>
  )
}
