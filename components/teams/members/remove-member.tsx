"use client"

import dynamic from "next/dynamic"
import { useActionState, useState } from "react"
import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"
import type { FormAction } from "@/components/data/form-state"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

const Dialog = dynamic(() => import("@/components/ui/dialog").then((one) => one.Dialog), { ssr: false })

interface RemoveMemberProps {
  team: string
  person: string
  name: string
  /** True if the person is the current user. */
  leaving: boolean
  tokens: number
  action: FormAction
}

export function RemoveMember({ team, person, name, leaving, tokens, action }: RemoveMemberProps) {
  const [open, setOpen] = useState<boolean | null>(null)
  const [state, submit] = useActionState(action, {})
  const form = `remove-${person}`
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => setOpen(true)}
        aria-label={leaving ? "Leave this team" : `Remove ${name}`}
      >
        {leaving ? "Leave" : "Remove"}
      </Button>
      {open === null ? null : (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title={leaving ? "Leave this team?" : `Remove ${name}?`}
          description={`${leaving ? "Your" : "Their"} access ends immediately. Everything ${leaving ? "you" : "they"} wrote is kept.`}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Submit form={form} variant="danger">
                {leaving ? "Leave team" : `Remove ${name}`}
              </Submit>
            </>
          }
        >
          <form id={form} action={submit} className="grid gap-3">
            <input type="hidden" name="team" value={team} />
            <input type="hidden" name="person" value={person} />
            {tokens > 0 ? (
              <p>
                {`${count(tokens, "access token")} that ${leaving ? "you" : "they"} created will be revoked. Agents that use ${tokens === 1 ? "it" : "them"} will lose access until they get new tokens.`}
              </p>
            ) : null}
            <FormError>{state.error}</FormError>
          </form>
        </Dialog>
      )}
    </>
  )
}
