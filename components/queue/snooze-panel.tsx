"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { ChoiceButton } from "./choice-button"
import { PanelForm } from "./panel-form"
import { snoozeChoices } from "./snooze-choices"

interface SnoozePanelProps {
  /** Called with the end of the snooze, an ISO instant. */
  onSnooze: (until: string) => void
  onLeave: () => void
  deciding?: boolean
}

const TIME = new Intl.DateTimeFormat("en", {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
})

/** Panel for snoozing. Times are computed when the panel opens, because the page may be old. */
export function SnoozePanel({ onSnooze, onLeave, deciding = false }: SnoozePanelProps) {
  const [choices] = useState(() => snoozeChoices(new Date()))
  const snooze = (until: Date) => (deciding ? undefined : onSnooze(until.toISOString()))
  return (
    <PanelForm
      title="Snooze until…"
      docked
      keys={choices.map(({ key, words, until }) => ({ keys: key, does: words, run: () => snooze(until) }))}
      onSubmit={onLeave}
      onLeave={onLeave}
    >
      <div className="flex flex-wrap gap-2">
        {choices.map(({ key, words, until }, place) => (
          <ChoiceButton
            key={key}
            number={key}
            first={place === 0}
            disabled={deciding}
            onClick={() => snooze(until)}
          >
            {`${words}: ${TIME.format(until)}`}
          </ChoiceButton>
        ))}
        <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </PanelForm>
  )
}
