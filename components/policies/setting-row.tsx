"use client"

import { useActionState, useId } from "react"
import type { Control } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"
import type { PolicySetting, PolicySettings } from "@/lib/memory/policies/policy"
import type { ListedFormat } from "./format-limits"
import { ResetToInherited } from "./take-away"
import { useFocusAfter } from "./use-focus-after"
import { useAnnounceResult } from "./use-said"
import { isWideControl, type RowSetting, ValueControl } from "./value-control"
import { valueDetail } from "./value-detail"
import { SETTING_WORDS, valueWords } from "./policy-text"

export interface RowProps {
  team: string
  place: string
  /** True if the place sets the value itself. */
  own: boolean
  /** Where the value comes from, as in "inherited from Project memory". */
  origin: string
  /** The inherited value, used after a reset. */
  otherwise: { readonly value: PolicySettings[PolicySetting]; readonly origin: string }
  manages: boolean
  unset: FormAction
}

interface SettingRowProps extends RowProps {
  setting: RowSetting
  value: PolicySettings[RowSetting]
  formats: readonly ListedFormat[]
  set: FormAction
  /** Copies the inherited value to this place, so that it can be changed here. */
  adopt: FormAction
}

/** One setting: gray with its origin if inherited, or a control if the place sets it. */
export function SettingRow({
  team,
  place,
  setting,
  value,
  own,
  origin,
  otherwise,
  manages,
  formats,
  set,
  adopt,
  unset,
}: SettingRowProps) {
  const [state, submit] = useActionState(set, {})
  const [adopted, take] = useActionState(adopt, {})
  const { label, about } = SETTING_WORDS[setting]
  const id = useId()
  const focus = useFocusAfter(String(own), own ? `${id}-control` : `${id}-set`)
  useAnnounceResult(state)
  useAnnounceResult(adopted)
  const error = state.errors?.value
  const control: Control = {
    id: `${id}-control`,
    "aria-describedby": `${id}-about${error ? ` ${id}-error` : ""}`,
    "aria-invalid": error ? true : undefined,
  }
  const [edits, wide] = [own && manages, own && manages && isWideControl(setting)]
  const detail = valueDetail(setting, value, formats)
  const carried = (
    <>
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="setting" value={setting} />
    </>
  )
  return (
    <div className={`grid items-start gap-x-4 gap-y-1.5 px-4 py-2.5 ${wide ? "" : "sm:grid-cols-2"}`}>
      <div>
        {edits && !wide ? (
          <label htmlFor={control.id} className="font-medium">
            {label}
          </label>
        ) : (
          <p id={`${control.id}-label`} className="font-medium">
            {label}
          </p>
        )}
        <p id={`${id}-about`} className="text-sm text-ink-2">
          {about}
        </p>
      </div>
      {edits ? (
        <div className="grid min-w-0 gap-1.5">
          <div className={wide ? "grid gap-1.5" : "flex flex-wrap items-center gap-1.5"}>
            <form
              action={submit}
              className={
                wide
                  ? "grid min-w-0 justify-items-start gap-2 *:max-w-full"
                  : "flex max-w-full min-w-0 flex-wrap items-center gap-1.5"
              }
              noValidate
            >
              {carried}
              <ValueControl
                key={`${JSON.stringify(value)} ${JSON.stringify(state.values)}`}
                control={control}
                setting={setting}
                value={value}
                typed={error ? state.values : undefined}
                formats={formats}
              />
              <Submit size="sm" aria-label={`Save ${label}`}>
                Save
              </Submit>
            </form>
            <ResetToInherited
              team={team}
              place={place}
              setting={setting}
              label={label}
              then={`${valueWords(setting, otherwise.value)}, ${otherwise.origin}`}
              action={unset}
              onSubmit={focus}
            />
          </div>
          {error ? (
            <p id={`${id}-error`} className="text-sm text-danger" role="alert">
              {error}
            </p>
          ) : null}
        </div>
      ) : (
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className={own ? "" : "text-ink-3"}>
              {valueWords(setting, value)}, <span className="text-sm">{own ? "set here" : origin}</span>
            </p>
            {manages ? (
              <form action={take} onSubmit={focus}>
                {carried}
                <Submit id={`${id}-set`} size="sm" variant="quiet" aria-label={`Override ${label}`}>
                  Override
                </Submit>
              </form>
            ) : null}
          </div>
          {detail === null ? null : <p className="text-sm wrap-anywhere text-ink-3">{detail}</p>}
        </div>
      )}
    </div>
  )
}
