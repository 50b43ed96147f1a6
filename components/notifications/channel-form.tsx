"use client"

import { type FormEvent, useActionState, useState } from "react"
import { Copyable } from "@/components/ui/copyable"
import { Field, Input, ProjectOptions, Select, Checkbox } from "@/components/ui/field"
import type { FormAction, FormState } from "@/components/data/form-state"
import { useAnnounceSuccess } from "@/components/settings/action-result"
import { Notice, FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { ALERT_SEVERITIES, ALERT_KINDS, KINDS_OF_ALERT, type AlertKind } from "@/lib/memory/alerts/kinds"
import { CHANNEL_KINDS, type ChannelKind, kindOfAddress } from "@/lib/memory/notifications/channel-addresses"
import { useOwnZone } from "@/components/data/instant"
import {
  addressesIn,
  problemsOf,
  readTypedChannel,
  channelSentence,
  initialChannel,
  CHANNEL_WORDS,
  SEVERITY_CHOICES,
  type ShownChannel,
} from "./channel"

/** Checkboxes for kinds of alerts. None selected means all. */
function KindChoice({ chosen }: { chosen: readonly AlertKind[] }) {
  return (
    <details open={chosen.length > 0}>
      <summary className="w-fit cursor-pointer font-medium">Limit to certain kinds of alerts</summary>
      <fieldset className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-4">
        <legend className="sr-only">Kinds of alerts (select none for all)</legend>
        {ALERT_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            name="kinds"
            value={kind}
            defaultChecked={chosen.includes(kind)}
            label={KINDS_OF_ALERT[kind].label}
          />
        ))}
      </fieldset>
    </details>
  )
}

export interface ChannelState extends FormState {
  /** The signing key of a webhook, shown once. */
  readonly key?: string
}

interface ChannelFormProps {
  team: string
  projects: readonly { readonly slug: string; readonly name: string }[]
  /** The channel to edit; null for a new one. */
  channel: ShownChannel | null
  /** True if the server can send e-mail. */
  mail: boolean
  action: FormAction<ChannelState>
}

const WHERE_HINTS: Record<ChannelKind, string> = {
  webhook: "An address that starts with https://. Messages are signed.",
  slack: "Incoming webhook URL from Slack or a compatible service.",
  email: "Separate multiple addresses with commas.",
}

export function ChannelForm({ team, projects, channel, mail, action }: ChannelFormProps) {
  const [state, submit] = useActionState(action, {})
  useAnnounceSuccess(state)
  // A refused form keeps the typed values. A saved form is reset.
  return (
    <div className="grid gap-3">
      <Fields
        key={state.key ?? state.done ?? JSON.stringify(state.values ?? {})}
        {...{ team, projects, channel, mail, submit, state }}
      />
      {state.key ? (
        <Notice tone="good" title="Save this key now. It is shown only once." live>
          <p className="mb-1.5">Receivers use this key to verify that messages come from Quarterdeck.</p>
          <Copyable label="Webhook signing key" text={state.key} />
        </Notice>
      ) : null}
    </div>
  )
}

function Fields({
  team,
  projects,
  channel,
  mail,
  submit,
  state: { error, errors = {}, values = {} },
}: Omit<ChannelFormProps, "action"> & { submit: (form: FormData) => void; state: ChannelState }) {
  const start = initialChannel(channel, values)
  const [typed, setTyped] = useState(start)
  const problems = { ...errors, ...problemsOf(typed) }
  const { kind } = typed
  const kept = keptAddressHint(channel, kind)
  const [suggestedKind, setSuggestedKind] = useState(start.kind)
  const [isKindChosen, setKindChosen] = useState(channel !== null || values.kind !== undefined)
  const readForm = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const read = readTypedChannel(new FormData(currentTarget), kind)
    const choosesKind = target instanceof HTMLSelectElement && target.name === "kind"
    if (choosesKind) setKindChosen(true)
    const isGiven = isKindChosen || choosesKind
    const recognized = isGiven ? null : kindOfAddress(addressesIn(read.where))
    if (recognized !== null) setSuggestedKind(recognized)
    setTyped({ ...read, kind: recognized ?? read.kind })
  }
  return (
    <form action={submit} onChange={readForm} className="grid gap-3" noValidate>
      <input type="hidden" name="team" value={team} />
      {channel ? <input type="hidden" name="channel" value={channel.id} /> : null}
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {channel ? (
          <input type="hidden" name="kind" value={channel.kind} />
        ) : (
          <Field
            label="Kind"
            error={
              kind === "email" && !mail ? "Email is not configured on this server. See below." : undefined
            }
          >
            {(control) => (
              <Select {...control} key={suggestedKind} name="kind" defaultValue={suggestedKind}>
                {CHANNEL_KINDS.map((one) => (
                  <option key={one} value={one}>
                    {CHANNEL_WORDS[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Name" required hint="Shown on this page and in the audit log." error={problems.name}>
          {(control) => (
            <Input {...control} name="name" maxLength={60} autoComplete="off" defaultValue={start.name} />
          )}
        </Field>
        <div className="sm:col-span-2">
          <Field
            label={kind === "email" ? "Email addresses" : "Address"}
            required={kept === null}
            hint={kept ?? WHERE_HINTS[kind]}
            error={problems.where}
          >
            {(control) => (
              <Input
                {...control}
                name="where"
                className="font-mono"
                inputMode={kind === "email" ? "email" : "url"}
                autoComplete="off"
                spellCheck={false}
                defaultValue={start.where}
              />
            )}
          </Field>
        </div>
        <Field label="Severity">
          {(control) => (
            <Select {...control} name="severity" defaultValue={start.severity}>
              {ALERT_SEVERITIES.map((severity) => (
                <option key={severity} value={severity}>
                  {SEVERITY_CHOICES[severity]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Project">
          {(control) => (
            <Select {...control} name="project" defaultValue={start.project}>
              <option value="">All projects</option>
              <ProjectOptions projects={projects} />
            </Select>
          )}
        </Field>
        <QuietFields start={start} problems={problems} />
      </div>
      <KindChoice chosen={start.kinds} />
      <output className="block rounded-md bg-raised px-2.5 py-2 text-ink-2">
        Sends: {channelSentence(typed, projects)}. Each alert is sent once. Alerts ignored by policy are not
        sent.
      </output>
      <div>
        <Submit>{channel ? "Save channel" : "Add channel"}</Submit>
      </div>
      <FormError>{error}</FormError>
    </form>
  )
}

/** Returns the hint of an address that an empty field keeps; null if an address is required. */
const keptAddressHint = (channel: ChannelFormProps["channel"], kind: string): string | null =>
  channel && kind !== "email" ? `Leave empty to keep ${channel.where}.` : null

interface QuietFieldsProps {
  start: { readonly from: string; readonly to: string; readonly timeZone: string }
  problems: {
    readonly from?: string | undefined
    readonly to?: string | undefined
    readonly timeZone?: string | undefined
  }
}

/** Fields for quiet hours: start, end and time zone. */
function QuietFields({ start, problems }: QuietFieldsProps) {
  const zone = useOwnZone()
  return (
    <fieldset className="grid items-start gap-3 sm:col-span-2 sm:grid-cols-3">
      <legend className="sr-only">Quiet hours</legend>
      <Field
        label="Quiet from"
        hint="Optional. Alerts that are still open when quiet hours end are sent then."
        error={problems.from}
      >
        {(control) => <Input {...control} name="from" type="time" defaultValue={start.from} />}
      </Field>
      <Field label="Quiet until" error={problems.to}>
        {(control) => <Input {...control} name="to" type="time" defaultValue={start.to} />}
      </Field>
      <Field
        label="Time zone"
        hint={zone === null ? undefined : `Your time zone: ${zone}`}
        error={problems.timeZone}
      >
        {(control) => (
          <Input
            {...control}
            name="timeZone"
            autoComplete="off"
            placeholder={zone ?? "Europe/Berlin"}
            defaultValue={start.timeZone}
          />
        )}
      </Field>
      {/* Without a time zone, the reader’s own is used. */}
      <input type="hidden" name="ownZone" value={zone ?? "UTC"} />
    </fieldset>
  )
}

/** Replaces the signing key and shows the new one once. */
export function KeyForm({
  team,
  channel,
  action,
}: {
  team: string
  channel: string
  action: FormAction<ChannelState>
}) {
  const [{ key, error }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="channel" value={channel} />
      <div>
        <Submit>Replace key</Submit>
      </div>
      <FormError>{error}</FormError>
      {key ? (
        <Notice tone="good" title="Save this key now. It is shown only once." live>
          <p className="mb-1.5">New messages are signed with this key.</p>
          <Copyable label="New webhook signing key" text={key} />
        </Notice>
      ) : null}
    </form>
  )
}
