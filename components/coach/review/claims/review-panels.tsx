"use client"

import { RejectWholePanel } from "@/components/coach/reject-synthesis-panel"
import { rowsOf } from "@/components/proposals/panels/edit-panel"
import { REJECTION_REASONS } from "@/components/proposals/rejection-text"
import { useDraftFields } from "@/components/queue/drafts"
import { ChoiceButton, PanelForm, ReasonPanel } from "@/components/queue/panel-form"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Button } from "@/components/ui/button"
import { Field, Textarea } from "@/components/ui/field"
import { LONGEST_CLAIM } from "@/lib/memory/coach/synthesis"
import { type PromotionChoice, promotionWords } from "../synthesis-types"
import { Reworded } from "./claim"
import type { ReviewMode } from "./claim-bar"

interface ReviewPanelProps {
  mode: ReviewMode
  choices: readonly PromotionChoice[]
  onReject: (reason: string) => void
  onPromote: (choice: PromotionChoice) => void
  onRejectAll: (reason: string) => void
  onLeave: () => void
}

/** The open panel below the claims: a reason, or the memory to promote to. */
export function ReviewPanel({ mode, choices, onReject, onPromote, onRejectAll, onLeave }: ReviewPanelProps) {
  switch (mode) {
    case "reject":
      return (
        <ReasonPanel
          title="Reject because…"
          choices={CLAIM_REASONS}
          effect="The coach won’t repeat this claim."
          onReason={onReject}
          onLeave={onLeave}
        />
      )
    case "promote":
      return <PromotePanel choices={choices} onChoose={onPromote} onLeave={onLeave} />
    case "reject-all":
      return <RejectWholePanel onReject={onRejectAll} onLeave={onLeave} />
    default:
      return null
  }
}

const CLAIM_REASONS = [
  ...REJECTION_REASONS.slice(0, 2).map(({ words }) => words),
  "Not supported by the cited entries",
  "Only temporarily true",
  "Instruction, not knowledge",
].map((words, index) => ({ key: String(index + 1), words }))

interface PromotePanelProps {
  choices: readonly PromotionChoice[]
  onChoose: (choice: PromotionChoice) => void
  onLeave: () => void
}

/** The panel that asks for the memory to promote a claim to, if the coach suggested none. */
function PromotePanel({ choices, onChoose, onLeave }: PromotePanelProps) {
  const keyed = choices.slice(0, 9).map((choice, place) => ({
    key: String(place + 1),
    choice,
    words: `${choice.to.kind === "team" ? "For the whole team" : `For ${choice.to.category}`}: ${promotionWords(choice)}`,
  }))
  return (
    <PanelForm
      title="Accept and promote to…"
      docked
      keys={keyed.map(({ key, choice, words }) => ({ keys: key, does: words, run: () => onChoose(choice) }))}
      onSubmit={() => undefined}
      onLeave={onLeave}
    >
      {choices[0] ? (
        <p className="mb-2 text-ink-2 wrap-anywhere">
          “<UntrustedText text={choices[0].says} />”
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {keyed.map(({ key, choice, words }, place) => (
          <ChoiceButton
            key={key}
            number={key}
            first={place === 0}
            disabled={false}
            onClick={() => onChoose(choice)}
          >
            {words}
          </ChoiceButton>
        ))}
        <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </PanelForm>
  )
}

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
