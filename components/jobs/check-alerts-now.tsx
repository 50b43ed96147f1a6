"use client"

import { useActionState, useEffect } from "react"
import type { FormAction } from "@/components/data/form-state"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import { Submit } from "@/components/ui/submit"

/** Button that checks for alerts and sends notifications now, and shows the result. */
export function RunNow({ team, action }: { team: string; action: FormAction }) {
  const [state, submit] = useActionState(action, {})
  useEffect(() => {
    if (state.error) void showErrorToast(state.error)
    else if (state.done) void showToast(state.done)
  }, [state])
  return (
    <form action={submit}>
      <input type="hidden" name="team" value={team} />
      <Submit variant="primary">Check for alerts now</Submit>
    </form>
  )
}
