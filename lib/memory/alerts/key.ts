import type { AlertKind, AlertUnit } from "./kinds"

/** The identity of an alert: kind, unit and part. */
export interface Cause {
  readonly kind: AlertKind
  readonly unit: AlertUnit
  readonly unitId: string
  readonly part: string
}

/** Returns a text that is unique for each cause. Its SHA-256 is the key of the alert. */
export const causeOf = ({ kind, unit, unitId, part }: Cause): string => [kind, unit, unitId, part].join("\n")
