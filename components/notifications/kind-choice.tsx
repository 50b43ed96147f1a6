import { Checkbox } from "@/components/ui/field"
import { ALERT_KINDS, type AlertKind, KINDS_OF_ALERT } from "@/lib/memory/alerts/kinds"

/** Checkboxes for kinds of alerts. None selected means all. */
export function KindChoice({ chosen }: { chosen: readonly AlertKind[] }) {
  return (
    <details open={chosen.length > 0}>
      <summary className="w-fit cursor-pointer font-medium">Limit to some kinds of alerts</summary>
      <fieldset className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-4">
        <legend className="sr-only">Kinds of alerts (none selected means all)</legend>
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
