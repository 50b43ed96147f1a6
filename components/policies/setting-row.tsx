"use client"

import { useActionState, useId, useEffect, useRef } from "react"
import type { Control } from "@/components/ui/field"
import type { FormAction, FormState } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"
import type { PolicySetting, PolicySettings } from "@/lib/memory/policies/policy"
import { LIMIT_KEYS, LIMIT_WORDS, type ListedFormat } from "./format-limits"
import { useAnnounceResult } from "@/components/settings/action-result"
import { isWideControl, ValueControl, type RowSetting } from "./setting-control"
import { SETTING_WORDS, valueWords } from "./policy-text"
import { KINDS_OF_ALERT, type AlertKind } from "@/lib/memory/alerts/kinds"
import { writeDaysByType, type DaysByType } from "@/lib/memory/policies/days-by-type"

export interface RowProps {
  team: string
  place: string
  /** True if the place sets the value itself. */
  own: boolean
  /** Origin of the value, as in "inherited from Project memory". */
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

const NOT_SENT: FormState = {}

/** One setting: gray with its origin if inherited, or a control if the place sets it. */
export function SettingRow(props: SettingRowProps) {
  const { setting, own, manages, set, adopt } = props
  // Both results are announced here, because a change replaces the control that was used.
  const [state, submit] = useActionState(set, {})
  const [adopted, take] = useActionState(adopt, NOT_SENT)
  useAnnounceResult(state)
  useAnnounceResult(adopted)
  const { label, about } = SETTING_WORDS[setting]
  const id = useId()
  const focus = useFocusAfter(
    String(own),
    own ? `${id}-control` : `${id}-set`,
    adopted === NOT_SENT ? undefined : adopted,
  )
  const isEditable = own && manages
  const isWide = isEditable && isWideControl(setting)
  return (
    <div className={`grid items-start gap-x-4 gap-y-1.5 px-4 py-2.5 ${isWide ? "" : "sm:grid-cols-2"}`}>
      <div>
        {isEditable && !isWide ? (
          <label htmlFor={`${id}-control`} className="font-medium">
            {label}
          </label>
        ) : (
          <p id={`${id}-control-label`} className="font-medium">
            {label}
          </p>
        )}
        <p id={`${id}-about`} className="text-sm text-ink-2">
          {about}
        </p>
      </div>
      {isEditable ? (
        <OwnValue {...props} {...{ id, isWide, focus, state, submit }} />
      ) : (
        <ReadValue {...props} {...{ id, focus, take }} />
      )}
    </div>
  )
}

/** The fields that name the setting to the server. */
function SettingFields({ team, place, setting }: Pick<SettingRowProps, "team" | "place" | "setting">) {
  return (
    <>
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="setting" value={setting} />
    </>
  )
}

interface ValueProps extends SettingRowProps {
  id: string
  /** Focuses the control that replaces this one after the next submission. */
  focus: () => void
}

interface OwnValueProps extends ValueProps {
  isWide: boolean
  /** The result of the last submission. */
  state: FormState
  submit: (form: FormData) => void
}

/** The control of a value that the place sets. */
function OwnValue(props: OwnValueProps) {
  const { team, place, setting, value, otherwise, formats, unset, id, isWide, focus, state, submit } = props
  const { label } = SETTING_WORDS[setting]
  const error = state.errors?.value
  const control: Control = {
    id: `${id}-control`,
    required: undefined,
    "aria-describedby": `${id}-about${error ? ` ${id}-error` : ""}`,
    "aria-invalid": error ? true : undefined,
  }
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className={isWide ? "grid gap-1.5" : "flex flex-wrap items-center gap-1.5"}>
        <form
          action={submit}
          className={
            isWide
              ? "grid min-w-0 justify-items-start gap-2 *:max-w-full"
              : "flex max-w-full min-w-0 flex-wrap items-center gap-1.5"
          }
          noValidate
        >
          <SettingFields {...props} />
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
  )
}

/** An inherited value with its origin, or a value that the person may not change. */
function ReadValue(props: ValueProps & { take: (form: FormData) => void }) {
  const { setting, value, own, origin, manages, formats, id, focus, take } = props
  const { label } = SETTING_WORDS[setting]
  const detail = valueDetail(setting, value, formats)
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className={own ? "" : "text-ink-3"}>
          {valueWords(setting, value)}, <span className="text-sm">{own ? "set here" : origin}</span>
        </p>
        {manages ? (
          <form action={take} onSubmit={focus} className="ml-auto">
            <SettingFields {...props} />
            <Submit id={`${id}-set`} size="sm" variant="quiet" aria-label={`Override ${label}`}>
              Override
            </Submit>
          </form>
        ) : null}
      </div>
      {detail === null ? null : <p className="text-sm wrap-anywhere text-ink-3">{detail}</p>}
    </div>
  )
}

/** Returns the details behind a summary such as "2 formats customized". Null if the summary is complete. */
function valueDetail(
  setting: PolicySetting,
  value: PolicySettings[PolicySetting],
  formats: readonly ListedFormat[],
): string | null {
  const nameOf = (id: string) => formats.find((one) => one.id === id)?.name ?? id
  switch (setting) {
    case "limits":
      return listed(
        Object.entries(value as PolicySettings["limits"]).map(
          ([id, limits]) =>
            `${nameOf(id)}: ${LIMIT_KEYS.filter((key) => limits?.[key] !== undefined)
              .map(
                (key) => `${LIMIT_WORDS[key].toLowerCase()} ${limits?.[key]?.toLocaleString("en") ?? "none"}`,
              )
              .join(", ")}`,
        ),
      )
    case "sections":
      return listed(
        Object.entries(value as PolicySettings["sections"]).map(
          ([id, sections]) => `${nameOf(id)}: ${sections?.length ? sections.join(", ") : "none"}`,
        ),
      )
    case "staleDaysByType":
    case "verification":
      return writeDaysByType(value as DaysByType) || null
    case "noisePhrases":
      return listed((value as readonly string[]).map((phrase) => `“${phrase}”`))
    case "quietKinds":
      return listed((value as readonly AlertKind[]).map((kind) => KINDS_OF_ALERT[kind].label))
    default:
      return null
  }
}

const listed = (parts: readonly string[]): string | null => (parts.length === 0 ? null : parts.join(" · "))

interface TakeAwayProps {
  team: string
  place: string
  setting: string
  label: string
  /** The inherited value and its origin, as in "after 30 days, default". */
  then: string
  action: FormAction
  onSubmit: () => void
}

/** Removes a setting from a place, so that the inherited value applies again. */
export function ResetToInherited({ team, place, setting, label, then, action, onSubmit }: TakeAwayProps) {
  const [state, submit] = useActionState(action, {})
  useAnnounceResult(state)
  return (
    <form action={submit} onSubmit={onSubmit} className="flex flex-wrap items-center gap-x-1.5">
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="place" value={place} />
      <input type="hidden" name="setting" value={setting} />
      <Submit size="sm" variant="quiet" aria-label={`Reset to inherited: ${label}, ${then}`}>
        Reset to inherited
      </Submit>
      <span className="text-sm text-ink-3">{then}</span>
    </form>
  )
}

/**
 * Moves the focus to the control with this id once `shown` changes after a form was submitted. Returns a
 * function to call on submit.
 *
 * A form that is sent before the scripts have loaded reloads the page without a submit event. A new `result`
 * of its action therefore counts as a submit, too. `result` is undefined before the first one.
 */
export function useFocusAfter(shown: string, id: string, result?: unknown): () => void {
  const sent = useRef(false)
  const known = useRef<unknown>(undefined)
  const latest = useRef(result)
  useEffect(() => {
    latest.current = result
  })
  useEffect(() => {
    const isAnswered = latest.current !== known.current
    known.current = latest.current
    if (!sent.current && !isAnswered) return
    sent.current = false
    document.getElementById(id)?.focus()
  }, [shown, id])
  return () => {
    sent.current = true
  }
}
