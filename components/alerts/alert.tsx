import { CircleAlert, Info, TriangleAlert } from "lucide-react"
import type { OutputOf } from "@/lib/http/contract"
import { agentPath, filePath } from "@/components/data/addresses"
import {
  type AlertKind,
  type AlertSeverity,
  type AlertState,
  KINDS_OF_ALERT,
} from "@/lib/memory/alerts/kinds"
import type { Tone } from "@/components/ui/tag"
import type { Diagnostic } from "@/lib/memory/memory-files/format"

/** An alert in the response of `GET /alerts`. Instants are ISO. */
export type AlertSummary = OutputOf<"alert.list">["alerts"][number]

/** An entry in the evidence of an alert. */
export type AlertEntry = AlertShown["evidence"]["entries"][number]

export type AlertPlace = AlertShown["evidence"]["places"][number]

/** An event in the history of an alert. The history lists the newest event first. */
export type AlertEvent = AlertShown["history"][number]

/** The response of `GET /alerts/{alert}`. */
export type AlertShown = OutputOf<"alert.show">

/** A setting with the threshold of an alert, and the policy that sets it. */
export type AlertMeasure = AlertShown["measures"][number]

/** The response of `GET /alerts/{alert}` with the ID of the alert. */
export interface AlertDetail extends AlertShown {
  readonly id: string
}

/** A suggested fix in the response of `GET /alerts/{alert}/cures`. */
export type SuggestedFix = OutputOf<"alert.cures">["cures"][number]

/** A file that a fix would write. */
export type FixedFile = SuggestedFix["files"][number]

/** The lines of an alert, as `showFileExcerpt` returns them. */
export type Excerpt = OutputOf<"file.excerpt">

export const kindLabel = (kind: AlertKind): string => KINDS_OF_ALERT[kind].label

export const SEVERITY_WORDS: Record<AlertSeverity, string> = {
  error: "Error",
  warning: "Warning",
  info: "Notice",
}

export const ALERT_STATE_NAMES: Record<AlertState, string> = {
  open: "Open",
  acknowledged: "Acknowledged",
  snoozed: "Snoozed",
  ignored: "Ignored by a rule",
  resolved: "Resolved",
}

/** Returns the subject of an alert: the path, or else the agent, or else the project. */
export const alertSubject = ({ path, agent, project }: AlertSummary): string =>
  path ?? agent ?? project?.name ?? "Team"

/** Returns the position of an alert: "memory/core/MEMORY.md:12:3". Null if the alert has no path. */
export function placeOf({ path, line, column }: AlertSummary): string | null {
  if (path === null) return null
  return `${path}${line === null ? "" : `:${line}${column === null ? "" : `:${column}`}`}`
}

/** Returns the address of the alert in the inbox. */
export function alertPath(team: string, { id, state }: Pick<AlertSummary, "id" | "state">): string {
  return `/t/${team}/inbox?${new URLSearchParams({ tab: "alerts", ...(state === "open" ? {} : { state }), item: id })}`
}

/** Returns the page where the alert can be fixed, or null. */
export function pageToFix(
  team: string,
  alert: AlertSummary,
): { readonly href: string; readonly words: string } | null {
  if (alert.file !== null)
    return {
      href: filePath(team, alert.file, alert.line ?? undefined),
      words: alert.line === null ? "Open file" : `Open at line ${alert.line}`,
    }
  if (alert.kind === "set-aside" || alert.kind === "secret" || alert.kind === "link-broken")
    return {
      href: `/t/${team}/sources${alert.project ? `?project=${encodeURIComponent(alert.project.slug)}` : ""}`,
      words: "Open sources",
    }
  if (alert.agent !== null && alert.project !== null)
    return { href: agentPath(team, alert.project.slug, alert.agent), words: `Open ${alert.agent}` }
  return alert.project === null
    ? null
    : {
        href: `/t/${team}/agents?project=${encodeURIComponent(alert.project.slug)}`,
        words: `Open ${alert.project.name}`,
      }
}

/**
 * An alert with the lines of its file. `excerpt`: null if the pane shows no lines or they could not be
 * loaded.
 */
export interface AlertWithExcerpt extends AlertDetail {
  readonly excerpt: Excerpt | null
  /** Reason why the lines could not be loaded. Missing if there was no failure. */
  readonly excerptProblem?: string
}

export const SEVERITY_LOOK: Record<
  AlertSeverity,
  { readonly Icon: typeof Info; readonly ink: string; readonly tone: Tone }
> = {
  error: { Icon: CircleAlert, ink: "text-danger", tone: "danger" },
  warning: { Icon: TriangleAlert, ink: "text-caution", tone: "caution" },
  info: { Icon: Info, ink: "text-ink-3", tone: "neutral" },
}

/** The severity as an icon with a text alternative. */
export function SeverityMark({ severity }: { severity: AlertSeverity }) {
  const { Icon, ink } = SEVERITY_LOOK[severity]
  return (
    <span className={`font-medium whitespace-nowrap ${ink}`}>
      <Icon className="icon mr-1 inline align-text-bottom" aria-hidden />
      {SEVERITY_WORDS[severity]}
    </span>
  )
}

/** Severity icon. Shape and color differ. */
export function SeverityIcon({ severity }: { severity: Diagnostic["severity"] }) {
  const { Icon, ink } = SEVERITY_LOOK[severity]
  return <Icon className={`icon mt-0.5 ${ink}`} aria-label={severity} />
}
