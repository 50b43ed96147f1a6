import { Inbox } from "lucide-react"
import { formatDates } from "@/components/data/time-text"
import { createElement } from "react"
import {
  type AlertSummary,
  ALERT_STATE_NAMES,
  alertSubject,
  kindLabel,
  whyLeftListWords,
  SEVERITY_WORDS,
  hasExcerpt,
  pageToFix,
  type AlertWithExcerpt,
  SEVERITY_LOOK,
} from "@/components/alerts/alert"
import { callOperation } from "@/components/data/http-client"
import { ALERT_KINDS, ALERT_STATES, type AlertState } from "@/lib/memory/alerts/kinds"
import {
  agentMenu,
  assigneeMenu,
  typeMenu,
  type FilterMenu,
  type FilterOption,
  type Filters,
} from "../../inbox-filters"
import type { ListedAfter, ItemLook } from "../../inbox-item"
import type { ItemKind } from "../../item-kind"
import type { KeyAction } from "@/components/data/keyboard-shortcuts"

export type AlertAction = "acknowledge" | "snooze" | "ignore" | "assign" | "verify" | "cure" | "open"

export const alertKeys = ({
  kind,
  state,
}: Pick<AlertSummary, "kind" | "state">): readonly KeyAction<AlertAction>[] => [
  {
    action: "acknowledge",
    keys: ["a"],
    does: state === "acknowledged" ? "Reopen" : "Acknowledge (stop notifications)",
  },
  { action: "snooze", keys: ["h"], does: "Snooze for everyone, or unsnooze" },
  { action: "ignore", keys: ["r"], does: "Ignore with a rule" },
  { action: "assign", keys: ["i"], does: "Assign to me, or unassign" },
  {
    action: "verify",
    keys: ["v"],
    does: kind === "instruction-like" ? "Keep and verify the entries" : "Verify the entries",
  },
  { action: "cure", keys: ["c"], does: kind === "instruction-like" ? "Retire the entries" : "Show fixes" },
]

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
  menus: (filters, items) => [
    STATE_MENU,
    typeMenu(TYPES),
    SEVERITY_MENU,
    agentMenu(filters, items),
    assigneeMenu(filters, items),
  ],
  mixedMenus: ({ tab }) => (tab === "decided" ? { types: [] } : { types: TYPES, menus: [SEVERITY_MENU] }),
  empty: {
    icon: createElement(Inbox, { className: "icon-lg", "aria-hidden": true }),
    title: "No open alerts",
    words:
      "Alerts are listed here until their cause is fixed. Examples include files over their load limit, unverified entries and agents without memory.",
    link: (team, place) => ({ href: `/t/${team}/agents${place}`, label: "View agents" }),
  },
  keys: alertKeys,
  live: {
    member: "alerts",
    // Proposing a fix changes no state.
    isListed: (state, filters) => state === undefined || state === alertStateOf(filters),
    goneWords: ({ state }, who) => whyLeftListWords(state as AlertState, who),
    returnedWords: (by, byMe) => (byMe ? "The alert was raised again" : `${by} reopened the alert`),
    unnamed: /^alert/,
    mostNew: 1_000,
    unnamedWords: (_by, byMe) => (byMe ? "Decided in another window" : "Already handled"),
  },
  async read(alert, team) {
    const [shown, excerpt] = await Promise.all([
      callOperation("alert.show", { alert: alert.id }),
      readExcerpt(team, alert),
    ])
    return { ...shown, ...excerpt, id: alert.id }
  },
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

const STATE_MENU: FilterMenu = {
  name: "state",
  all: ALERT_STATE_NAMES.open,
  options: Object.entries(ALERT_STATE_NAMES).filter(([state]) => state !== "open"),
}
const SEVERITY_MENU: FilterMenu = {
  name: "severity",
  all: "Any severity",
  options: Object.entries(SEVERITY_WORDS),
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

/**
 * Reads the lines of the file that the alert is about, if it is about lines. If the read fails,
 * `excerptProblem` is the error message.
 */
async function readExcerpt(
  team: string,
  alert: AlertSummary,
): Promise<Pick<AlertWithExcerpt, "excerpt" | "excerptProblem">> {
  const { file, line } = alert
  if (file === null || !hasExcerpt(alert)) return { excerpt: null }
  try {
    const input = { file, team, ...(line === null ? {} : { line: String(line) }) }
    return { excerpt: await callOperation("file.excerpt", input) }
  } catch (cause) {
    return { excerpt: null, excerptProblem: (cause as Error).message }
  }
}
