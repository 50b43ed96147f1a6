"use client"

import { useRef, useState } from "react"
import { ChoiceButton, PanelForm } from "@/components/queue/panel-form"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { count } from "@/components/data/count"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { type AlertSummary, kindLabel } from "./alert"

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

/** A scope in which a rule can ignore alerts of a kind. */
export interface RuleChoice {
  readonly key: string
  /** "This file". */
  readonly label: string
  /** Effect of the rule: "no “Stale entries” alerts for core/MEMORY.md". */
  readonly consequence: string
  readonly rule: {
    readonly kind: AlertKind
    readonly project?: string
    readonly agent?: string
    readonly path?: string
  }
}

/** Returns the scopes from the narrowest to the whole team. */
export function rulePlaces({ kind, path, agent, project }: AlertSummary): readonly RuleChoice[] {
  const no = `no “${kindLabel(kind)}” alerts`
  const where = project ? { project: project.slug } : {}
  const places: Omit<RuleChoice, "key">[] = [
    ...(path === null
      ? []
      : [{ label: "This file", consequence: `${no} for ${path}`, rule: { kind, ...where, path } }]),
    ...(agent === null
      ? []
      : [{ label: "This agent", consequence: `${no} for ${agent}`, rule: { kind, ...where, agent } }]),
    ...(project === null
      ? []
      : [
          {
            label: "This project",
            consequence: `${no} in ${project.name}`,
            rule: { kind, project: project.slug },
          },
        ]),
    { label: "Everywhere", consequence: `${no} in this team`, rule: { kind } },
  ]
  return places.map((one, place) => ({ ...one, key: String(place + 1) }))
}

/** True if the rule matches the alert. */
export function matchesRule(
  alert: AlertSummary,
  { kind, project, agent, path }: RuleChoice["rule"],
): boolean {
  return (
    alert.kind === kind &&
    (project === undefined || project === alert.project?.slug) &&
    (agent === undefined || agent === alert.agent) &&
    (path === undefined || path === alert.path)
  )
}
