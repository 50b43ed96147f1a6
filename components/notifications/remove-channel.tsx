"use client"

import { useActionState, useState } from "react"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import type { FormAction } from "@/components/data/form-state"
import { Refusal } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import type { ShownChannel } from "./notification-text"

interface RemoveChannelProps {
  team: string
  channel: ShownChannel
  action: FormAction
}

/** It cannot be taken back: what goes with it is said before. */
export function RemoveChannel({ team, channel: { id, name, kind, waiting }, action }: RemoveChannelProps) {
  const [open, setOpen] = useState(false)
  const [state, submit] = useActionState(action, {})
  const form = `remove-${id}`
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => setOpen(true)}
        aria-label={`Remove the channel ${name}`}
      >
        Remove the channel…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Remove ${name}?`}
        description="This cannot be undone. With the channel go:"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
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
            <li>the log of its deliveries</li>
            <li>
              {kind === "email"
                ? "its list of addresses"
                : kind === "webhook"
                  ? "its address, and the key that its messages are signed with"
                  : "its address, which nobody is shown again"}
            </li>
            {waiting > 0 ? (
              <li>
                {waiting === 1
                  ? "1 alert that waits to be told, and is told nowhere then"
                  : `${waiting.toLocaleString("en")} alerts that wait to be told, and are told nowhere then`}
              </li>
            ) : null}
          </ul>
          <p className="text-ink-2">Alerts stay in the inbox, and other channels tell what they did.</p>
          <Refusal>{state.error}</Refusal>
        </form>
      </Dialog>
    </>
  )
}
