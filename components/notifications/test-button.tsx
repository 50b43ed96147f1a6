"use client"

import { CircleAlert, CircleCheck } from "lucide-react"
import { useActionState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"

interface TestButtonProps {
  team: string
  channel: string
  name: string
  action: FormAction
}

/** Button that sends a test and shows the result. */
export function TestButton({ team, channel, name, action }: TestButtonProps) {
  const [{ done, error }, submit] = useActionState(action, {})
  const Icon = error ? CircleAlert : CircleCheck
  return (
    <form action={submit} className="grid justify-items-start gap-1.5">
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="channel" value={channel} />
      <Submit size="sm" aria-label={`Send test to ${name}`}>
        Send test
      </Submit>
      <output
        className={`flex items-start gap-1.5 text-sm empty:hidden ${error ? "text-danger" : "text-good"}`}
      >
        {error || done ? (
          <>
            <Icon className="icon mt-0.5" aria-hidden />
            <span className="wrap-anywhere">{error ?? done}</span>
          </>
        ) : null}
      </output>
    </form>
  )
}
