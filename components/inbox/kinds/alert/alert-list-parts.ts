import { Inbox } from "lucide-react"
import { createElement } from "react"
import { ALERT_STATE_NAMES, SEVERITY_WORDS } from "@/components/alerts/alert"
import { byWords } from "@/components/queue/decided-by"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { FilterMenu } from "../../inbox-filters"
import type { ListParts } from "../../list-parts"
import { agentMenu, assigneeMenu, typeMenu } from "../../list/filter-menus"
import { ALERT, alertStateOf } from "./alert-kind"

export const ALERT_LIST_PARTS: ListParts = {
  menus: (filters, items) => [
    STATE_MENU,
    typeMenu(ALERT.types),
    SEVERITY_MENU,
    agentMenu(filters, items),
    assigneeMenu(filters, items),
  ],
  mixedMenus: ({ tab }) =>
    tab === "decided" ? { types: [] } : { types: ALERT.types, menus: [SEVERITY_MENU] },
  empty: {
    icon: createElement(Inbox, { className: "icon-lg", "aria-hidden": true }),
    title: "No open alerts",
    words:
      "Alerts are listed here until their cause is fixed. Examples include files over their load limit, unverified entries and agents without memory.",
    link: (team, place) => ({ href: `/t/${team}/agents${place}`, label: "View agents" }),
  },
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

/** Returns why an alert left the list. `by`: a name, "you in another window", or null if unknown. */
function whyLeftListWords(state: AlertState, by: string | null): string {
  switch (state) {
    case "resolved":
      return "Resolved: the cause no longer applies"
    case "acknowledged":
      return `Acknowledged${byWords(by)}`
    case "snoozed":
      return `Snoozed${byWords(by)}`
    case "ignored":
      return by === null ? "Ignored by a rule" : `Ignored by a rule created by ${by}`
    case "open":
      return "Reopened"
  }
}
