import type { AlertKind, AlertUnit } from "./kinds"

/** What makes an alert the same one again: its kind, what was looked at, and what of it. */
export interface Cause {
  readonly kind: AlertKind
  readonly unit: AlertUnit
  readonly unitId: string
  readonly part: string
}

/** One text for each cause: alerts are known by its SHA-256. */
export const causeOf = ({ kind, unit, unitId, part }: Cause): string => [kind, unit, unitId, part].join("\n")
