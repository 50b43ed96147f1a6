"use client"

import { useActionState, useEffect } from "react"
import type { FormAction } from "@/components/data/form-state"
import { say, sayProblem } from "@/components/data/announce"
import { Submit } from "@/components/ui/submit"

/** Looks for alerts, expires and tells at once, and says what came of it. */
export function RunNow({ team, action }: { team: string; action: FormAction }) {
  const [state, submit] = useActionState(action, {})
  useEffect(() => {
    if (state.error) void sayProblem(state.error)
    else if (state.done) void say(state.done)
  }, [state])
  return (
    <form action={submit}>
      <input type="hidden" name="team" value={team} />
      <Submit variant="primary">Look for alerts and tell now</Submit>
    </form>
  )
}
