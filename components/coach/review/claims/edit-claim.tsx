"use client"

import { useDraftFields } from "@/components/queue/use-drafts"
import { rowsOf } from "@/components/proposals/panels/edit-panel"
import { PanelForm } from "@/components/queue/panel-form"
import { Button } from "@/components/ui/button"
import { Field, Textarea } from "@/components/ui/field"
import { LONGEST_CLAIM } from "@/lib/memory/coach/kinds"
import { Reworded } from "./reworded"

interface EditClaimProps {
  text: string
  /** The effect of promoting the claim; null if it cannot be promoted. */
  promotion: string | null
  onAccept: (text: string, use: "brief" | "promotion") => void
  onLeave: () => void
}

/** The panel in which a claim is edited and accepted. */
export function EditClaim({ text, promotion, onAccept, onLeave }: EditClaimProps) {
  const [{ text: draft = text }, type] = useDraftFields()
  const words = draft.trim()
  const isSame = words === text.trim()
  const accept = (use: "brief" | "promotion") => (words === "" || isSame ? undefined : onAccept(words, use))
  return (
    <PanelForm title="Edit and accept" onSubmit={() => accept("brief")} onLeave={onLeave}>
      <Field
        label="Claim text"
        error={words === "" ? "Enter the claim text" : undefined}
        hint={
          isSame ? "No changes yet. Edit the text, or cancel and accept the claim as written." : undefined
        }
      >
        {(control) => (
          <Textarea
            {...control}
            data-first
            rows={rowsOf(draft)}
            maxLength={LONGEST_CLAIM}
            value={draft}
            onChange={(event) => type({ text: event.target.value })}
            className="text-md"
          />
        )}
      </Field>
      {isSame || words === "" ? null : <Reworded from={text} to={words} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={words === "" || isSame}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl+Enter or ⌘+Enter"
        >
          Accept with edits
        </Button>
        {promotion === null ? null : (
          <Button disabled={words === "" || isSame} title={promotion} onClick={() => accept("promotion")}>
            Accept and promote
          </Button>
        )}
        <Button variant="quiet" onClick={onLeave} kbd="Esc" aria-keyshortcuts="Escape">
          Cancel
        </Button>
      </div>
    </PanelForm>
  )
}
