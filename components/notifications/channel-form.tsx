"use client"

import { useActionState, useState } from "react"
import { Copyable } from "@/components/ui/copyable"
import { Field, Input, ProjectOptions, Select } from "@/components/ui/field"
import type { FormAction, FormState } from "@/components/data/form-state"
import { Notice, Refusal } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { CHANNEL_KINDS, type ChannelKind } from "@/lib/memory/notifications/channel"
import { KindChoice } from "./kind-choice"
import { problemsOf } from "./problems"
import { QuietFields } from "./quiet-fields"
import { readTyped, sentenceOf, startOf } from "./typed-channel"
import { CHANNEL_WORDS, SEVERITY_CHOICES, type ShownChannel } from "./notification-text"

export interface ChannelState extends FormState {
  /** What a webhook's messages are signed with: shown once. */
  readonly key?: string
}

interface ChannelFormProps {
  team: string
  projects: readonly { readonly slug: string; readonly name: string }[]
  /** Null: a new one. */
  channel: ShownChannel | null
  /** Whether the server can send mail. */
  mail: boolean
  action: FormAction<ChannelState>
}

const WHERE_HINTS: Record<ChannelKind, string> = {
  webhook: "https://… What is sent there is signed.",
  slack: "The address of an incoming webhook, of Slack or what is like it.",
  email: "One or several, with commas between them.",
}

export function ChannelForm({ team, projects, channel, mail, action }: ChannelFormProps) {
  const [state, submit] = useActionState(action, {})
  // A refused form keeps what was typed; one that went through begins anew.
  return (
    <div className="grid gap-3">
      <Fields
        key={state.key ?? state.done ?? JSON.stringify(state.values ?? {})}
        {...{ team, projects, channel, mail, submit, state }}
      />
      {state.key ? (
        <Notice tone="good" title="Keep this key now. It is shown only once." live>
          <p className="mb-1.5">Receivers tell by it that a message comes from here.</p>
          <Copyable label="Key of the webhook" text={state.key} />
        </Notice>
      ) : state.done ? (
        <Notice tone="good" live>
          {state.done}
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
  const start = startOf(channel, values)
  const [typed, setTyped] = useState(start)
  const problems = { ...errors, ...problemsOf(typed) }
  const { kind } = typed
  return (
    <form
      action={submit}
      onChange={(event) => setTyped(readTyped(new FormData(event.currentTarget), kind))}
      className="grid gap-3"
      noValidate
    >
      <input type="hidden" name="team" value={team} />
      {channel ? <input type="hidden" name="channel" value={channel.id} /> : null}
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {channel ? (
          <input type="hidden" name="kind" value={channel.kind} />
        ) : (
          <Field
            label="Kind"
            error={kind === "email" && !mail ? "Mail is not set up on this server: see below." : undefined}
          >
            {(control) => (
              <Select {...control} name="kind" defaultValue={start.kind}>
                {CHANNEL_KINDS.map((one) => (
                  <option key={one} value={one}>
                    {CHANNEL_WORDS[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Name" hint="As this page and the audit log call it." error={problems.name}>
          {(control) => (
            <Input {...control} name="name" maxLength={60} autoComplete="off" defaultValue={start.name} />
          )}
        </Field>
        <div className="sm:col-span-2">
          <Field
            label={kind === "email" ? "E-mail addresses" : "Address"}
            hint={
              channel && kind !== "email" ? `Leave it empty to keep ${channel.where}.` : WHERE_HINTS[kind]
            }
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
        <Field label="Tells of">
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
        <Field label="In">
          {(control) => (
            <Select {...control} name="project" defaultValue={start.project}>
              <option value="">Every project</option>
              <ProjectOptions projects={projects} />
            </Select>
          )}
        </Field>
        <QuietFields start={start} problems={problems} />
      </div>
      <KindChoice chosen={start.kinds} />
      <output className="block rounded-md bg-raised px-2.5 py-2 text-ink-2">
        Tells: {sentenceOf(typed, projects)}. Each alert once; what policies keep quiet is not told.
      </output>
      <div>
        <Submit>{channel ? "Save the channel" : "Add the channel"}</Submit>
      </div>
      <Refusal>{error}</Refusal>
    </form>
  )
}
