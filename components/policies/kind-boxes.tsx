import { Checkbox, type Control } from "@/components/ui/field"
import {
  ALERT_KINDS,
  ALERT_UNITS,
  type AlertKind,
  type AlertUnit,
  KINDS_OF_ALERT,
} from "@/lib/memory/alerts/kinds"

const UNIT_WORDS: Record<AlertUnit, string> = {
  file: "Memory files",
  agent: "Agents",
  project: "Projects",
}

/** Checkboxes for the kinds of alerts that are not raised. */
export function KindBoxes({ control, quiet }: { control: Control; quiet: readonly AlertKind[] }) {
  return (
    <fieldset
      id={control.id}
      tabIndex={-1}
      aria-labelledby={`${control.id}-label`}
      aria-describedby={control["aria-describedby"]}
      className="grid gap-3"
    >
      {ALERT_UNITS.map((unit) => (
        <fieldset key={unit}>
          <legend className="mb-1 text-sm text-ink-2">{UNIT_WORDS[unit]}</legend>
          <div className="grid gap-x-4 gap-y-0.5 sm:grid-cols-3">
            {ALERT_KINDS.filter((kind) => KINDS_OF_ALERT[kind].unit === unit).map((kind) => (
              <Checkbox
                key={kind}
                name="value"
                value={kind}
                defaultChecked={quiet.includes(kind)}
                label={KINDS_OF_ALERT[kind].label}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  )
}
