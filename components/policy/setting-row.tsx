"use client"

import { useActionState, useId } from "react"
import type { Control } from "@/components/ui/field"
import { Input, Select, Textarea } from "@/components/ui/field"
import type { FormAction } from "@/components/ui/form-state"
import { Submit } from "@/components/ui/submit"
import type { ApprovalRule, PolicySetting, PolicySettings } from "@/lib/memory/policy"
import { writeDays } from "@/lib/memory/verification"
import { TakeAway } from "./take-away"
import { useFocusAfter } from "./use-focus-after"
import { useSaid } from "./use-said"
import { SETTING_WORDS, valueWords } from "./words"

export interface RowProps {
  team: string
  place: string
  /** Whether the place says it itself. */
  own: boolean
  /** Where the value comes from: "from Project memory". */
  origin: string
  /** What holds if it is taken away. */
  otherwise: { readonly value: PolicySettings[PolicySetting]; readonly origin: string }
  manages: boolean
  unset: FormAction
}

interface SettingRowProps extends RowProps {
  setting: Exclude<PolicySetting, "rule">
  value: Exclude<PolicySettings[PolicySetting], ApprovalRule | null>
  set: FormAction
}

/** One setting: grey with its origin where it is inherited, a control where the place says it itself. */
export function SettingRow({ team, place, setting, value, own, origin, otherwise, manages, set, unset }: SettingRowProps) {
  const [state, submit] = useActionState(set, {})
  const { label, about } = SETTING_WORDS[setting]
  const id = useId()
  const focus = useFocusAfter(String(own), own ? `${id}-control` : `${id}-set`)
  useSaid(state)
  const error = state.errors?.value
  const control: Control = { id: `${id}-control`, "aria-describedby": `${id}-about${error ? ` ${id}-error` : ""}`, "aria-invalid": error ? true : undefined }
  const typed = typeof value === "object" ? writeDays(value) : value
  const carried = (
    <>
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="setting" value={setting} />
    </>
  )
  return (
    <div className="grid items-start gap-x-4 gap-y-1.5 px-4 py-2.5 sm:grid-cols-2">
      <div>
        {own && manages ? (
          <label htmlFor={control.id} className="font-medium">
            {label}
          </label>
        ) : (
          <p className="font-medium">{label}</p>
        )}
        <p id={`${id}-about`} className="text-sm text-ink-2">
          {about}
        </p>
      </div>
      {own && manages ? (
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-1.5">
            <form action={submit} className="flex items-center gap-1.5" noValidate>
              {carried}
              <div className={typeof value === "object" ? "w-80 max-w-full" : "w-36"}>
                <ValueControl key={`${typed} ${error ?? ""}`} control={control} setting={setting} value={error ? (state.values?.value ?? typed) : typed} />
              </div>
              <Submit size="sm" aria-label={`Save: ${label}`}>
                Save
              </Submit>
            </form>
            <TakeAway team={team} place={place} setting={setting} label={label} then={`${valueWords(setting, otherwise.value)}, ${otherwise.origin}`} action={unset} onSubmit={focus} />
          </div>
          {error ? (
            <p id={`${id}-error`} className="text-sm text-danger" role="alert">
              {error}
            </p>
          ) : null}
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className={own ? "" : "text-ink-3"}>
            {valueWords(setting, value)}, <span className="text-sm">{own ? "set here" : origin}</span>
          </p>
          {manages ? (
            <form action={submit} onSubmit={focus}>
              {carried}
              <input type="hidden" name="value" value={typed} />
              <Submit id={`${id}-set`} size="sm" variant="quiet" aria-label={`Set here: ${label}`}>
                Set here
              </Submit>
            </form>
          ) : null}
        </div>
      )}
    </div>
  )
}

const NUMBERS = { leastConfidence: { min: 0, max: 1, step: 0.05 }, days: { min: 1, max: 365, step: 1 }, waitingPerAgent: { min: 1, max: 100_000, step: 1 } }
const CHOICES = { approvals: ["1", "2"], decider: ["lead", "owner"] }
const CHOICE_WORDS: Record<string, string> = { "1": "1 person", "2": "2 people", lead: "leads and owners", owner: "owners only" }

function ValueControl({ control, setting, value }: { control: Control; setting: SettingRowProps["setting"]; value: string | number }) {
  if (setting === "approvals" || setting === "decider") {
    return (
      <Select {...control} name="value" defaultValue={value}>
        {CHOICES[setting].map((choice) => (
          <option key={choice} value={choice}>
            {CHOICE_WORDS[choice]}
          </option>
        ))}
      </Select>
    )
  }
  if (setting === "verification") return <Textarea {...control} name="value" rows={3} required defaultValue={value} />
  return <Input {...control} name="value" type="number" inputMode="decimal" required defaultValue={value} {...NUMBERS[setting]} />
}
