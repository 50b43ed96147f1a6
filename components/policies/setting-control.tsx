import { Input, Select, Textarea, Checkbox, type Control } from "@/components/ui/field"
import {
  ALERT_SEVERITIES,
  ALERT_KINDS,
  ALERT_UNITS,
  KINDS_OF_ALERT,
  type AlertKind,
  type AlertUnit,
} from "@/lib/memory/alerts/kinds"
import type { PolicySetting, PolicySettings } from "@/lib/memory/policies/policy"
import { writeDaysByType } from "@/lib/memory/policies/days-by-type"
import { FormatTable, type ListedFormat } from "./format-limits"
import { TOLD_FROM_WORDS } from "./policy-text"

const UNIT_WORDS: Record<AlertUnit, string> = {
  file: "Memory files",
  agent: "Agents",
  project: "Projects",
}

/** Checkboxes for the kinds of alerts that are not raised. */
function KindBoxes({ control, quiet }: { control: Control; quiet: readonly AlertKind[] }) {
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

/** Settings that one control can edit. A rule has its own form. */
export type RowSetting = Exclude<PolicySetting, "rule">

interface ValueControlProps {
  control: Control
  setting: RowSetting
  value: PolicySettings[RowSetting]
  /** The rejected input of the last submission, by control name. */
  typed: Readonly<Record<string, string>> | undefined
  formats: readonly ListedFormat[]
}

interface NumberBounds {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly unit: string
  /** Text shown for an empty field, such as "never". Without it, a number is required. */
  readonly empty?: string
}

const NUMBERS: Partial<Record<RowSetting, NumberBounds>> = {
  leastConfidence: { min: 0, max: 1, step: 0.05, unit: "" },
  days: { min: 1, max: 365, step: 1, unit: "days" },
  waitingPerAgent: { min: 1, max: 100_000, step: 1, unit: "" },
  budgetLines: { min: 10, max: 100_000, step: 1, unit: "lines", empty: "format’s own" },
  staleDays: { min: 1, max: 3_650, step: 1, unit: "days", empty: "never" },
  staleFileDays: { min: 1, max: 3_650, step: 1, unit: "days", empty: "never" },
  staleSessions: { min: 1, max: 10_000, step: 1, unit: "sessions", empty: "not counted" },
  compactionDays: { min: 1, max: 3_650, step: 1, unit: "days", empty: "never" },
  coachDays: { min: 1, max: 3_650, step: 1, unit: "days", empty: "never" },
  sessionMemoryDays: { min: 1, max: 365, step: 1, unit: "days" },
  floodTimes: { min: 2, max: 100, step: 0.5, unit: "times" },
}

const CHOICES: Partial<Record<RowSetting, readonly (readonly [value: string, words: string])[]>> = {
  approvals: [
    ["1", "1 person"],
    ["2", "2 people"],
  ],
  decider: [
    ["lead", "leads and owners"],
    ["owner", "owners only"],
  ],
  writesDuringWork: [
    ["allow", "allowed"],
    ["hold", "held until the session ends"],
  ],
  secondOpinion: [
    ["off", "off"],
    ["ask", "ask the coach’s model"],
  ],
  dismissals: [
    ["lower", "ranked lower"],
    ["ignore", "no effect"],
  ],
  tellFrom: [
    ...ALERT_SEVERITIES.map((severity) => [severity, TOLD_FROM_WORDS[severity]] as const),
    ["", "nothing"],
  ],
}

/** True for settings whose control needs the full page width. */
export const isWideControl = (setting: RowSetting): boolean =>
  setting === "limits" || setting === "sections" || setting === "quietKinds"

/** The form control of a setting. */
export function ValueControl(props: ValueControlProps) {
  const { control, setting, value, typed } = props
  const number = NUMBERS[setting]
  if (number) return <NumberControl {...props} {...number} />
  const choices = CHOICES[setting]
  if (choices)
    return (
      <span className="w-44">
        <Select {...control} name="value" defaultValue={typed?.value ?? String(value ?? "")}>
          {choices.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </Select>
      </span>
    )
  return <OtherControl {...props} />
}

function NumberControl({
  control,
  value,
  typed,
  unit,
  empty,
  min,
  max,
  step,
}: Pick<ValueControlProps, "control" | "value" | "typed"> & NumberBounds) {
  return (
    <span className="flex items-center gap-1.5">
      <span className="w-32">
        <Input
          {...control}
          name="value"
          type="number"
          inputMode="decimal"
          required={empty === undefined}
          placeholder={empty}
          defaultValue={typed?.value ?? (value as number | null) ?? ""}
          {...{ min, max, step }}
        />
      </span>
      {unit ? <span className="text-ink-2">{unit}</span> : null}
    </span>
  )
}

/** The control of a setting that is neither a number nor a choice. */
function OtherControl({ control, setting, value, typed, formats }: ValueControlProps) {
  const text = typed?.value
  switch (setting) {
    case "verification":
    case "staleDaysByType": {
      const days = writeDaysByType(value as PolicySettings["staleDaysByType"])
      return <Lines control={control} rows={3} text={text ?? days} />
    }
    case "noisePhrases": {
      const phrases = (value as readonly string[]).join("\n")
      return <Lines control={control} rows={4} text={text ?? phrases} />
    }
    case "quietKinds":
      return <KindBoxes control={control} quiet={value as PolicySettings["quietKinds"]} />
    case "limits": {
      const limits = value as PolicySettings["limits"]
      return <FormatTable kind="limits" {...{ control, limits, typed, formats }} />
    }
    case "sections": {
      const sections = value as PolicySettings["sections"]
      return <FormatTable kind="sections" {...{ control, sections, typed, formats }} />
    }
    default:
      return <EmailControl control={control} text={text ?? String(value ?? "")} />
  }
}

function EmailControl({ control, text }: { control: Control; text: string }) {
  return (
    <span className="w-64 max-w-full">
      <Input
        {...control}
        name="value"
        type="email"
        autoComplete="off"
        placeholder="no owner"
        defaultValue={text}
      />
    </span>
  )
}

function Lines({ control, rows, text }: { control: Control; rows: number; text: string }) {
  return (
    <div className="w-80 max-w-full">
      <Textarea {...control} name="value" rows={rows} defaultValue={text} />
    </div>
  )
}
