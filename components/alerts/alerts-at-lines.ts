import { type AlertKind } from "@/lib/memory/alerts/kinds"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import { type AlertSummary, kindLabel } from "./alert"

/** Kinds shown at their line. Parse errors, the load limit and entry ages are already marked in the text. */
const AT_THEIR_LINE: ReadonlySet<AlertKind> = new Set([
  "over-budget",
  "broken-reference",
  "duplicate",
  "restates-instructions",
  "session-noise",
])

/** Returns the problems of a file with its alerts, each at its line. */
export function withAlerts(
  diagnostics: readonly Diagnostic[],
  alerts: readonly AlertSummary[],
): Diagnostic[] {
  const more = alerts.flatMap(({ kind, line, column, severity, message }) =>
    line !== null && AT_THEIR_LINE.has(kind)
      ? [
          {
            line,
            column: column ?? 1,
            severity,
            code: `alert-${kind}`,
            message: `${kindLabel(kind)}: ${message}`,
          },
        ]
      : [],
  )
  return [...diagnostics, ...more].toSorted((a, b) => a.line - b.line || a.column - b.column)
}
