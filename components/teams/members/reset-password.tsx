"use client"

import dynamic from "next/dynamic"
import { useActionState, useState } from "react"
import { Button } from "@/components/ui/button"
import { Copyable } from "@/components/ui/copyable"
import type { FormAction, FormState } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

const Dialog = dynamic(() => import("@/components/ui/dialog").then((one) => one.Dialog), { ssr: false })

export interface ResetState extends FormState {
  readonly link?: string
}

/** Creates a password reset link for the owner to share. */
export function ResetMember({
  person,
  name,
  action,
}: {
  person: string
  name: string
  action: FormAction<ResetState>
}) {
  const [open, setOpen] = useState<boolean | null>(null)
  const [state, submit] = useActionState(action, {})
  const form = `reset-${person}`
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => setOpen(true)}
        aria-label={`Reset password for ${name}`}
      >
        Reset password…
      </Button>
      {open === null ? null : (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title={`Reset ${name}’s password`}
          description="Create a link that lets this person choose a new password. The link works once and expires after one day. Setting a new password signs the person out everywhere. Anyone with the link can take over the account, so share it securely."
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Close</Button>
              <Submit form={form}>Create link</Submit>
            </>
          }
        >
          <form id={form} action={submit} className="grid gap-3">
            <input type="hidden" name="person" value={person} />
            <FormError>{state.error}</FormError>
            {state.link ? <Copyable label={`Link for ${name}`} text={state.link} /> : null}
          </form>
        </Dialog>
      )}
    </>
  )
}
