"use client"

import { useActionState, useId, useState } from "react"
import { type FormAction, type FormState, formText } from "@/components/data/form-state"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import type { ApprovalRule } from "@/lib/memory/policies/policy"
import { type RowProps, ResetToInherited, useFocusAfter } from "./setting-row"
import { useAnnounceResult } from "@/components/settings/action-result"
import { RULE_LIMITS, ruleWords, SETTING_WORDS, valueWords, RULE_KIND_NAMES } from "./policy-text"
import { capitalize } from "@/lib/memory/text/sentence"
import { ownValue } from "@/lib/memory/text/own-value"
import { Checkbox, Field, Input } from "@/components/ui/field"
import { PROPOSAL_KINDS, type ProposalKind } from "@/lib/memory/proposals/proposal-kinds"

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

const FIRST: ApprovalRule = { kinds: ["add"], types: [], agents: [], leastConfidence: 0.9 }

interface RuleFormProps {
  team: string
  place: string
  rule: ApprovalRule | null
  /** The result of the last submission. */
  state: FormState
  action: (form: FormData) => void
  onSubmit: () => void
}

/** The form of an approval rule, with a description that updates while the user types. */
function RuleForm({ team, place, rule, state: { errors, values }, action, onSubmit }: RuleFormProps) {
  const start = rule ?? FIRST
  const [typed, setTyped] = useState(() =>
    values ? readRule((name) => ownValue(values, name) ?? "") : start,
  )
  const kinds = values?.kinds?.split(" ") ?? start.kinds
  return (
    <form
      action={action}
      onSubmit={onSubmit}
      onChange={(event) => setTyped(readForm(new FormData(event.currentTarget)))}
      className="mt-2.5 grid gap-3 rounded-lg border border-line bg-ground p-3"
      noValidate
    >
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="place" value={place} />
      <fieldset className="grid gap-1" aria-describedby={errors?.kinds ? "rule-kinds" : undefined}>
        <legend className="mb-1 font-medium">Changes to approve automatically</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {PROPOSAL_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              name="kinds"
              value={kind}
              defaultChecked={kinds.includes(kind)}
              label={RULE_KIND_NAMES[kind]}
            />
          ))}
        </div>
        {errors?.kinds ? (
          <p id="rule-kinds" className="text-sm text-danger">
            {errors.kinds}
          </p>
        ) : null}
      </fieldset>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field
          label="Minimum confidence"
          required
          hint="0–1. Proposals without a confidence value need review."
          error={errors?.leastConfidence}
        >
          {(control) => (
            <Input
              {...control}
              name="leastConfidence"
              type="number"
              inputMode="decimal"
              min={0}
              max={1}
              step={0.05}
              defaultValue={values?.leastConfidence ?? start.leastConfidence}
            />
          )}
        </Field>
        <Field label="Agents" hint="Separated by commas. Leave empty for any agent." error={errors?.agents}>
          {(control) => (
            <Input
              {...control}
              name="agents"
              autoComplete="off"
              defaultValue={values?.agents ?? start.agents.join(", ")}
            />
          )}
        </Field>
        <Field
          label="Entry types"
          hint="Example: decision, pattern. Leave empty for any type."
          error={errors?.types}
        >
          {(control) => (
            <Input
              {...control}
              name="types"
              autoComplete="off"
              defaultValue={values?.types ?? start.types.join(", ")}
            />
          )}
        </Field>
      </div>
      <output className="block rounded-md bg-caution-wash px-2.5 py-2">{ruleWords(typed)}</output>
      <div>
        <Submit>Save rule</Submit>
      </div>
    </form>
  )
}

const readForm = (form: FormData) =>
  readRule((name) => (name === "kinds" ? form.getAll("kinds").join(" ") : formText(form, name)))

/** Reads the rule as typed, for the description. It is validated on submit. */
function readRule(typed: (name: string) => string): ApprovalRule {
  const listed = (name: string, between: string) =>
    typed(name)
      .split(between)
      .map((one) => one.trim())
      .filter(Boolean)
  return {
    kinds: listed("kinds", " ") as ProposalKind[],
    types: listed("types", ","),
    agents: listed("agents", ","),
    leastConfidence: Number(typed("leastConfidence")) || 0,
  }
}
