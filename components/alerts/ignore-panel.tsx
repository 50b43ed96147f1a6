"use client"

import { useRef, useState } from "react"
import { ChoiceButton } from "@/components/proposals/panels/choice-button"
import { PanelForm } from "@/components/proposals/panels/panel-form"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { count } from "@/components/data/count"
import { rulePlaces, type RuleChoice } from "./rule-places"
import type { AlertSummary } from "./alert-types"

interface IgnorePanelProps {
  alert: AlertSummary
  /** How many of those that are listed the rule would take away. */
  takes: (rule: RuleChoice["rule"]) => number
  onIgnore: (choice: RuleChoice, reason: string) => void
  onLeave: () => void
}

const USUAL_REASON = "Not worth an alert here"
const LONGEST_REASON = 500

/** Where alerts of the kind are of no use: one key makes the rule. Why is asked for, and need not be said at length. */
export function IgnorePanel({ alert, takes, onIgnore, onLeave }: IgnorePanelProps) {
  const [own, setOwn] = useState("")
  const box = useRef<HTMLInputElement>(null)
  const choices = rulePlaces(alert)
  const ignore = (choice: RuleChoice) => onIgnore(choice, own.trim() || USUAL_REASON)
  const [narrowest] = choices
  const keys = [
    ...choices.map((one) => ({
      keys: one.key,
      does: `${one.label}: ${one.consequence}`,
      run: () => ignore(one),
    })),
    { keys: "0", does: "Say why", run: () => box.current?.focus() },
  ]
  return (
    <PanelForm
      title="Raise it no more, by a rule, for…"
      docked
      keys={keys}
      onSubmit={() => (narrowest ? ignore(narrowest) : undefined)}
      onLeave={onLeave}
    >
      <div className="flex flex-wrap gap-2">
        {choices.map((one, place) => (
          <ChoiceButton
            key={one.key}
            number={one.key}
            first={place === 0}
            disabled={false}
            onClick={() => ignore(one)}
          >
            {`${one.label}: ${one.consequence}${takesWords(takes(one.rule))}`}
          </ChoiceButton>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Input
          ref={box}
          aria-label="Why"
          aria-keyshortcuts="0"
          placeholder={`Why, else: ${USUAL_REASON.toLowerCase()}`}
          maxLength={LONGEST_REASON}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          className="flex-1 basis-60"
        />
        <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </PanelForm>
  )
}

const takesWords = (number: number) => (number > 1 ? `, takes ${count(number, "alert")} away` : "")
