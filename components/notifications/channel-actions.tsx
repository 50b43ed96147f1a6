"use client"

import dynamic from "next/dynamic"
import { useActionState, useState } from "react"
import { CircleAlert, CircleCheck } from "lucide-react"
import { Button } from "@/components/ui/button"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import type { ShownChannel } from "./channel"

const Dialog = dynamic(() => import("@/components/ui/dialog").then((one) => one.Dialog), { ssr: false })

interface RemoveChannelProps {
  team: string
  channel: ShownChannel
  action: FormAction
}

const ADDRESS_WORDS = {
  email: "the list of addresses",
  webhook: "the address and the signing key",
  slack: "the address",
} as const

/** Removes a channel after a confirmation that lists what is deleted. */
export function RemoveChannel({ team, channel: { id, name, kind, waiting }, action }: RemoveChannelProps) {
  const [open, setOpen] = useState<boolean | null>(null)
  const [state, submit] = useActionState(action, {})
  const form = `remove-${id}`
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)} aria-label={`Remove channel ${name}`}>
        Remove channel…
      </Button>
      {open === null ? null : (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title={`Remove ${name}?`}
          description="This cannot be undone. The following will also be deleted:"
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Submit form={form} variant="danger">
                Remove {name}
              </Submit>
            </>
          }
        >
          <form id={form} action={submit} className="grid gap-3">
            <input type="hidden" name="team" value={team} />
            <input type="hidden" name="channel" value={id} />
            <ul className="grid list-disc gap-1 pl-5 text-ink-2">
              <li>the delivery log</li>
              <li>{ADDRESS_WORDS[kind]}</li>
              {waiting > 0 ? (
                <li>
                  {waiting === 1 ? "1 pending alert" : `${waiting.toLocaleString("en")} pending alerts`}
                </li>
              ) : null}
            </ul>
            <p className="text-ink-2">Alerts stay in the inbox. Other channels are not affected.</p>
            <FormError>{state.error}</FormError>
          </form>
        </Dialog>
      )}
    </>
  )
}

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
