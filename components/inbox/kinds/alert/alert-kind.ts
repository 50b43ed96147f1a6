import { formatDates } from "@/components/data/time-text"
import {
  type AlertSummary,
  ALERT_STATE_NAMES,
  alertSubject,
  kindLabel,
  SEVERITY_WORDS,
  pageToFix,
  type AlertWithExcerpt,
  SEVERITY_LOOK,
} from "@/components/alerts/alert"
import { ALERT_KINDS, ALERT_STATES, type AlertState } from "@/lib/memory/alerts/kinds"
import type { FilterOption, Filters } from "../../inbox-filters"
import type { ListedAfter, ItemLook } from "../../inbox-item"
import type { ItemKind } from "../../item-kind"

/** Returns the row of an alert. The icon shows the severity, the tag the kind. */
function lookOfAlert(alert: AlertSummary): ItemLook {
  const { Icon, tone, ink } = SEVERITY_LOOK[alert.severity]
  return {
    Icon,
    ink,
    asks: SEVERITY_WORDS[alert.severity],
    headline: formatDates(alert.message),
    at: alert.raisedAt,
    alarms: [{ words: kindLabel(alert.kind).toLowerCase(), tone }],
    // Alerts without a file show the agent in the group heading.
    who: alert.path === null ? null : alert.agent,
    tags:
      alert.state === "open"
        ? []
        : [
            {
              words: ALERT_STATE_NAMES[alert.state].toLowerCase(),
              tone: alert.state === "resolved" ? "good" : "neutral",
            },
          ],
    note: null,
  }
}

const TYPES = ALERT_KINDS.map((kind): FilterOption => [kind, kindLabel(kind)])

export const ALERT: ItemKind<AlertSummary, AlertWithExcerpt> = {
  id: "alert",
  tab: "alerts",
  label: "Alerts",
  types: TYPES,
  states: ALERT_STATES,
  place: placeOf,
  // An alert can be decided until it is resolved or ignored by a rule.
  isUndecided: ({ state }) => state !== "resolved" && state !== "ignored",
  hasLeft: ({ state }, after) => state !== STATE_AFTER[after],
  projectName: ({ project }) => project?.name ?? null,
  headline: ({ message }) => message,
  look: lookOfAlert,
  heldKeys: { waiting: "ahrivc", decided: "ahrivc" },
  read: (alert, team) => import("./alert-reading").then((one) => one.readAlert(alert, team)),
  summaryOf: ({ alert }) => alert,
  page: (team, alert) => pageToFix(team, alert)?.href ?? `/t/${team}/agents`,
  still: () => import("./alert-server-pane").then((one) => ({ Still: one.AlertServerPane })),
  bulk: () => import("./alert-action").then((one) => ({ BULK: one.ALERT_BULK })),
}

const STATE_AFTER: Record<ListedAfter, AlertState> = {
  decided: "ignored",
  snoozed: "snoozed",
  woken: "open",
  acknowledged: "acknowledged",
  reopened: "open",
}

/** Returns the state of the alerts that a tab lists. */
export function alertStateOf({ tab, state }: Pick<Filters, "tab" | "state">): AlertState {
  if (tab === ALERT.tab) return state ?? "open"
  return tab === "snoozed" ? "snoozed" : "open"
}

/**
 * Returns the group of an alert: its file, or else its agent or project. Warnings also have a cause, which
 * groups them by kind and project.
 */
function placeOf(alert: AlertSummary) {
  const project = alert.project?.slug ?? ""
  const cause = { key: `${project}/!${alert.kind}`, words: kindLabel(alert.kind) }
  return {
    group: `${project}/${alert.path ?? `@${alert.agent ?? ""}`}`,
    ...(alert.severity === "warning" ? { cause } : {}),
    path: alertSubject(alert),
  }
}
