"use client"

import { useRef, useState } from "react"
import { ChoiceButton } from "@/components/queue/choice-button"
import { PanelForm } from "@/components/queue/panel-form"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { count } from "@/components/data/count"
import { rulePlaces, type RuleChoice } from "./ignore-rule-scopes"
import type { AlertSummary } from "./alert-types"

interface IgnorePanelProps {
  alert: AlertSummary
  /** Returns how many listed alerts the rule would remove. */
  takes: (rule: RuleChoice["rule"]) => number
  onIgnore: (choice: RuleChoice, reason: string) => void
  onLeave: () => void
}

const USUAL_REASON = "Not relevant here"
const LONGEST_REASON = 500

/** Panel for ignoring alerts by rule. One key per scope creates the rule. The reason is optional. */
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
    { keys: "0", does: "Add a reason", run: () => box.current?.focus() },
  ]
  return (
    <PanelForm
      title="Ignore this alert for…"
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
          aria-label="Reason"
          aria-keyshortcuts="0"
          placeholder={`Reason (default: ${USUAL_REASON.toLowerCase()})`}
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

const takesWords = (number: number) => (number > 1 ? `, removes ${count(number, "alert")}` : "")
