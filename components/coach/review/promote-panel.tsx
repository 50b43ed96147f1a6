"use client"

import { ChoiceButton } from "@/components/queue/choice-button"
import { PanelForm } from "@/components/queue/panel-form"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Button } from "@/components/ui/button"
import type { PromotionChoice } from "./review-types"
import { promotionWords } from "./review-text"

interface PromotePanelProps {
  choices: readonly PromotionChoice[]
  onChoose: (choice: PromotionChoice) => void
  onLeave: () => void
}

/** The panel that asks for the memory to promote a claim to, if the coach suggested none. */
export function PromotePanel({ choices, onChoose, onLeave }: PromotePanelProps) {
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
