"use client"

import { Field, Input } from "@/components/ui/field"
import { useOwnZone } from "./use-own-zone"

interface QuietFieldsProps {
  start: { readonly from: string; readonly to: string; readonly timeZone: string }
  problems: {
    readonly from?: string | undefined
    readonly to?: string | undefined
    readonly timeZone?: string | undefined
  }
}

/** When nothing is told: from, to, and by whose clock. */
export function QuietFields({ start, problems }: QuietFieldsProps) {
  const zone = useOwnZone()
  return (
    <fieldset className="grid items-start gap-3 sm:col-span-2 sm:grid-cols-3">
      <legend className="sr-only">Quiet hours</legend>
      <Field label="Quiet from" hint="Optional. Told afterwards, if it still holds." error={problems.from}>
        {(control) => <Input {...control} name="from" type="time" defaultValue={start.from} />}
      </Field>
      <Field label="Quiet to" error={problems.to}>
        {(control) => <Input {...control} name="to" type="time" defaultValue={start.to} />}
      </Field>
      <Field label="Time zone" hint={zone === null ? undefined : `Yours: ${zone}`} error={problems.timeZone}>
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
      {/* Where no zone is named, the reader's own holds. */}
      <input type="hidden" name="ownZone" value={zone ?? "UTC"} />
    </fieldset>
  )
}
