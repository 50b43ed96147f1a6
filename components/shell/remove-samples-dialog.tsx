"use client"

import { useActionState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"

const FORM = "remove-samples"

interface RemoveSamplesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names of all sample teams. */
  teams: readonly string[]
  action: FormAction
}

/** Asks before the sample teams are deleted. */
export function RemoveSamplesDialog({ open, onOpenChange, teams, action }: RemoveSamplesDialogProps) {
  const [state, submit] = useActionState(action, {})
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Remove samples?"
      description={`Deletes ${listed(teams)}, including all files, proposals and history. Your own teams are kept. This cannot be undone.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Submit form={FORM} variant="danger">
            Remove samples
          </Submit>
        </>
      }
    >
      <form id={FORM} action={submit}>
        <FormError>{state.error}</FormError>
      </form>
    </Dialog>
  )
}

const listed = (teams: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(teams.map((team) => `“${team}”`))
