"use client"

import { useActionState, useState } from "react"
import { Button } from "@/components/ui/button"
import { Copyable } from "@/components/ui/copyable"
import { Dialog } from "@/components/ui/dialog"
import type { FormAction, FormState } from "@/components/data/form-state"
import { Refusal } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

export interface ResetState extends FormState {
  readonly link?: string
}

/** For a forgotten password: a link that the owner passes on. */
export function ResetMember({
  person,
  name,
  action,
}: {
  person: string
  name: string
  action: FormAction<ResetState>
}) {
  const [open, setOpen] = useState(false)
  const [state, submit] = useActionState(action, {})
  const form = `reset-${person}`
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => setOpen(true)}
        aria-label={`Set ${name}’s password anew`}
      >
        Password…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Set ${name}’s password anew`}
        description="A link lets them choose one, once, within a day. Their logins end when they do. Whoever has the link has the account: pass it on safely."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Close</Button>
            <Submit form={form}>Make a link</Submit>
          </>
        }
      >
        <form id={form} action={submit} className="grid gap-3">
          <input type="hidden" name="person" value={person} />
          <Refusal>{state.error}</Refusal>
          {state.link ? <Copyable label={`Link for ${name}`} text={state.link} /> : null}
        </form>
      </Dialog>
    </>
  )
}
