import type { AlertKind } from "@/lib/memory/alerts/kinds"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import type { AlertSummary } from "./alert-types"
import { kindLabel } from "./alert-text"

/** What the text itself does not show at the line: its problems, its cut and the ages of its entries stand there already. */
const AT_THEIR_LINE: ReadonlySet<AlertKind> = new Set([
  "over-budget",
  "broken-reference",
  "duplicate",
  "restates-instructions",
  "session-noise",
])

/** The problems of a file with its alerts, each at the line that it is about. */
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
