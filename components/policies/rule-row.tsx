"use client"

import { useActionState, useId } from "react"
import type { FormAction } from "@/components/data/form-state"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import type { ApprovalRule } from "@/lib/memory/policies/policy"
import { RuleForm } from "./rule-form"
import type { RowProps } from "./setting-row"
import { ResetToInherited } from "./reset-to-inherited"
import { useFocusAfter } from "./use-focus-after"
import { useAnnounceResult } from "@/components/settings/use-announce-result"
import { RULE_LIMITS, ruleWords, SETTING_WORDS, valueWords } from "./policy-text"
import { capitalize } from "@/lib/memory/text/sentence"

interface RuleRowProps extends RowProps {
  rule: ApprovalRule | null
  /** True if two approvals are required, which makes rules inactive. */
  silent: boolean
  set: FormAction
  turnOff: FormAction
}

const { label, about } = SETTING_WORDS.rule

function summaryWords(rule: ApprovalRule | null, own: boolean): string {
  if (rule === null) return "Add rule…"
  return own ? "Edit rule…" : "Override rule…"
}
/** The approval rule of a place, described in a sentence. Off by default. */
export function RuleRow({
  team,
  place,
  rule,
  own,
  origin,
  otherwise,
  manages,
  silent,
  set,
  turnOff,
  unset,
}: RuleRowProps) {
  const id = useId()
  const [state, submit] = useActionState(set, {})
  const shown = JSON.stringify([own, rule])
  const focus = useFocusAfter(shown, id)
  useAnnounceResult(state)
  return (
    <div className="grid gap-2 px-4 py-2.5">
      <div>
        <p className="font-medium">{label}</p>
        <p className="text-sm text-ink-2">
          {about} {RULE_LIMITS}
        </p>
      </div>
      <p className={own ? "" : "text-ink-3"}>
        {rule === null ? "Off. People review every proposal." : ruleWords(rule)}{" "}
        <span className="text-sm">{own ? "Set here." : `${capitalize(origin)}.`}</span>
      </p>
      {rule !== null && silent ? (
        <Notice tone="caution">This rule is inactive because proposals here need two approvals.</Notice>
      ) : null}
      {manages ? (
        <>
          {own || rule !== null ? (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {own ? (
                <ResetToInherited
                  team={team}
                  place={place}
                  setting="rule"
                  label={label}
                  then={`${valueWords("rule", otherwise.value)}, ${otherwise.origin}`}
                  action={unset}
                  onSubmit={focus}
                />
              ) : null}
              {rule !== null && otherwise.value !== null ? (
                <TurnOff team={team} place={place} action={turnOff} onSubmit={focus} />
              ) : null}
            </div>
          ) : null}
          <details key={shown} open={state.errors !== undefined}>
            <summary
              id={id}
              className="w-fit cursor-pointer rounded-sm font-medium text-accent hover:underline"
            >
              {summaryWords(rule, own)}
            </summary>
            <RuleForm
              key={JSON.stringify(state.values)}
              team={team}
              place={place}
              rule={rule}
              state={state}
              action={submit}
              onSubmit={focus}
            />
          </details>
        </>
      ) : null}
    </div>
  )
}

function TurnOff({
  team,
  place,
  action,
  onSubmit,
}: {
  team: string
  place: string
  action: FormAction
  onSubmit: () => void
}) {
  const [state, submit] = useActionState(action, {})
  useAnnounceResult(state)
  return (
    <form action={submit} onSubmit={onSubmit}>
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="setting" value="rule" />
      <Submit size="sm">Turn off here</Submit>
    </form>
  )
}
