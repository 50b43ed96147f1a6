import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { formatDates } from "@/components/data/time-text"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import { SEVERITY_LOOK, type AlertSummary, alertPath, alertSubject, kindLabel, SEVERITY_WORDS } from "./alert"

interface AlertListProps {
  team: string
  alerts: readonly AlertSummary[]
  /** Total number of alerts. `moreHref`: address of all alerts, including those that are not listed. */
  total: number
  moreHref: string
  /** True to name the file or agent of each alert. */
  showSubject?: boolean
}

/** The alerts of a file, an agent or a category, with links to the inbox. */
export function AlertList({ team, alerts, total, moreHref, showSubject = false }: AlertListProps) {
  return (
    <>
      <ul className="grid gap-1.5">
        {alerts.map((alert) => (
          <li key={alert.id} className="flex gap-2">
            <Mark severity={alert.severity} />
            <span className="min-w-0">
              <Link
                href={alertPath(team, alert)}
                className="block min-h-6 wrap-anywhere text-ink hover:underline"
              >
                <VisibleText text={formatDates(alert.message)} />
              </Link>
              <span className="block text-sm text-ink-2">
                {kindLabel(alert.kind)}
                {alert.state === "acknowledged" ? ", acknowledged" : ""}
                {showSubject ? (
                  <span className="wrap-anywhere">
                    {" · "}
                    <VisibleText text={alertSubject(alert)} />
                  </span>
                ) : null}
                {alert.line === null ? null : (
                  <>
                    {" · "}
                    <Link
                      href={
                        alert.file === null
                          ? alertPath(team, alert)
                          : `/t/${team}/memory/${alert.file}?line=${alert.line}`
                      }
                      data-line={alert.line}
                      className="inline-block min-h-6 text-link tabular-nums"
                    >
                      line {alert.line}
                    </Link>
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {total > alerts.length ? (
        <p className="mt-1.5 text-sm">
          <Link href={moreHref} className="text-link">
            and {formatCount(total - alerts.length, "more alert")}
          </Link>
        </p>
      ) : null}
    </>
  )
}

function Mark({ severity }: Pick<AlertSummary, "severity">) {
  const { Icon, ink } = SEVERITY_LOOK[severity]
  return <Icon className={`icon mt-0.5 ${ink}`} aria-label={SEVERITY_WORDS[severity]} />
}

interface AlertsHereProps {
  team: string
  alerts: readonly AlertSummary[]
  total: number
  moreHref: string
}

/** Alerts of a file, shown next to its text. */
export function AlertsHere({ team, alerts, total, moreHref }: AlertsHereProps) {
  if (total === 0) return null
  return (
    <section>
      <h2 className="mb-1.5">
        Alerts <span className="font-normal text-ink-3 tabular-nums">{total.toLocaleString("en")}</span>
      </h2>
      <AlertList team={team} alerts={alerts} total={total} moreHref={moreHref} />
    </section>
  )
}

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
