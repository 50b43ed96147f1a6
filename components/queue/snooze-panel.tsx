"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { ChoiceButton, PanelForm, type ReasonChoice } from "./panel-form"

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

export interface SnoozeChoice extends ReasonChoice {
  readonly until: Date
}

const MORNING = 9

/** Returns snooze choices in the local time zone. Mornings are at 9:00. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
  const toMonday = (8 - now.getDay()) % 7 || 7
  const all: [words: string, until: Date][] = [
    ["In three hours", new Date(now.getTime() + 3 * 3_600_000)],
    ["Tomorrow morning", morning(1)],
    ...(toMonday > 1 ? [["Monday morning", morning(toMonday)] as [string, Date]] : []),
    ["In a week", morning(7)],
    ["In four weeks", morning(28)],
  ]
  return all
    .filter(([, until], place) => all.findIndex(([, other]) => other.getTime() === until.getTime()) === place)
    .map(([words, until], place) => ({ key: String(place + 1), words, until }))
}
