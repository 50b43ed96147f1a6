import type { OutputOf } from "@/lib/http/contract"
import { KINDS_OF_ALERT } from "@/lib/memory/alerts/kinds"
import type { AlertView } from "@/lib/operations/alerts/alert-outputs"
import { oneLine, visible } from "../infra/terminal-text"

/** Returns an alert as JSON, with its project by name. */
export const alertJson = ({ project, ...alert }: AlertView) => ({
  ...alert,
  project: project?.name ?? null,
  projectSlug: project?.slug ?? null,
})

/** Returns the heading under which an alert is listed: its project, then its file or else its agent. */
export function placeOf({ project, path, agent }: AlertView): string {
  return [project?.name ?? "", path ?? agent ?? ""].filter(Boolean).join("  ")
}

/** Returns an alert as lines of text. The position has the form `path:line:column`, which editors open. */
export function linesOfAlert(alert: AlertView): string[] {
  const { id, kind, severity, state, message, path, line, column, assignee, snoozedUntil } = alert
  const where =
    path === null || line === null ? "" : `${path}:${line}${column === null ? "" : `:${column}`}  `
  const standing = [
    state === "open" ? "" : state,
    state === "snoozed" && snoozedUntil !== null ? `until ${snoozedUntil.slice(0, 10)}` : "",
    assignee === null ? "" : `assigned to ${oneLine(assignee.name)}`,
  ]
    .filter(Boolean)
    .join(" ")
  return [
    `  ${severity.padEnd(7)}  ${visible(where)}${KINDS_OF_ALERT[kind].label}: ${oneLine(message)}`,
    `           ${id}${standing === "" ? "" : `  ${standing}`}`,
  ]
}

const MOST = 20

export function describeAlert({ alert, evidence, history, rules }: OutputOf<"alert.show">): string {
  const entries = evidence.entries
    .slice(0, MOST)
    .map(
      (one) =>
        `  ${visible(`${one.path}:${one.line}`)}  ${oneLine(one.text)}${one.alsoBy && one.alsoBy.length > 0 ? ` (also ${oneLine(one.alsoBy.join(", "))})` : ""}`,
    )
  const places = evidence.places
    .slice(0, MOST)
    .map((one) => `  ${visible(`${alert.path ?? ""}:${one.line}:${one.column}`)}  ${oneLine(one.message)}`)
  const more = (all: readonly unknown[]) =>
    all.length > MOST ? [`  and ${(all.length - MOST).toLocaleString("en")} more`] : []
  const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ["", title, ...lines])
  return [
    visible(placeOf(alert)),
    ...linesOfAlert(alert),
    ...part("Entries", [...entries, ...more(evidence.entries)]),
    ...part("Places", [...places, ...more(evidence.places)]),
    ...part(
      "Names",
      evidence.names.slice(0, MOST).map((name) => `  ${visible(name)}`),
    ),
    ...part(
      "Ignored by",
      rules.map((rule) => `  ${rule.id}  ${oneLine(rule.reason)}`),
    ),
    ...part(
      "History",
      history.map(
        (one) => `  ${one.at.slice(0, 16).replace("T", " ")}  ${one.what} by ${oneLine(one.by.name)}`,
      ),
    ),
  ].join("\n")
}
