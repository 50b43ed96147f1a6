"use client"

import { Field, Input } from "@/components/ui/field"
import { useOwnZone } from "@/components/data/use-own-zone"

interface QuietFieldsProps {
  start: { readonly from: string; readonly to: string; readonly timeZone: string }
  problems: {
    readonly from?: string | undefined
    readonly to?: string | undefined
    readonly timeZone?: string | undefined
  }
}

/** Fields for quiet hours: start, end and time zone. */
export function QuietFields({ start, problems }: QuietFieldsProps) {
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
