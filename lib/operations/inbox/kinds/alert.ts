import { alertItems, findAlerts } from "@/lib/db/alerts/list"
import { countWaitingAlerts } from "@/lib/db/alerts/alert-counts"
import { ALERT_KINDS, type AlertKind, type AlertSeverity, type AlertState } from "@/lib/memory/alerts/kinds"
import { type AlertView, alertView, viewAlert } from "../../alerts/alert-outputs"
import { showAlert } from "../../alerts/show"
import { showFileExcerpt } from "../../memory-files/file-excerpt"
import { runOperation } from "../../operation"
import { type InboxKind, hasFilter, type ItemFilters } from "./inbox-kind"

/** Severities that need action. Notices are listed only if a filter asks for alerts. */
const TO_DO: readonly AlertSeverity[] = ["error", "warning"]

const FILTERS = [
  "type",
  "agent",
  "category",
  "author",
  "found",
  "standing",
  "assignee",
  "severity",
  "q",
] as const

export const ALERT: InboxKind<AlertView> = {
  id: "alert",
  summary: alertView,
  items({ actor, visible, filters }) {
    const { type, assignee, category } = filters
    const isOnlyKind = filters.kinds.length === 1
    if (filters.state === "decided" || hasFilter(filters, ["author", "found", "standing"])) return null
    if (category !== undefined && !isOnlyKind) return null
    if (type !== undefined && !isAlertKind(type)) return null
    return alertItems({
      visible: [visible],
      states: [stateOf(filters)],
      kinds: type === undefined ? [] : [type],
      severities: severitiesOf(filters),
      agent: filters.agent,
      category,
      assignee: assignee === "me" ? actor.id : assignee,
      text: filters.q,
    })
  },
  async summaries({ visible }, ids) {
    return (await findAlerts([visible], ids)).map(viewAlert)
  },
  async detail(actor, team, { id, file, line }) {
    const [shown, excerpt] = await Promise.all([
      runOperation(showAlert, actor, { alert: id }),
      file === null
        ? null
        : runOperation(showFileExcerpt, actor, { team, file, ...(line === null ? {} : { line }) }),
    ])
    return shown.ok ? { ...shown.value, id, excerpt: excerpt?.ok ? excerpt.value : null } : null
  },
  async count(actor, visible) {
    const { open, causes, notices, snoozed, yours, mine } = await countWaitingAlerts(visible, actor.id)
    const listedNotices = Math.min(1, notices)
    return {
      waiting: open,
      listed: causes + listedNotices,
      snoozed,
      notices,
      yours: yours + listedNotices,
      mine,
    }
  },
}

const isAlertKind = (type: string): type is AlertKind => (ALERT_KINDS as readonly string[]).includes(type)

/** Returns the state of the alerts to list. */
const stateOf = ({ state, alertState, kinds }: ItemFilters): AlertState => {
  if (state === "snoozed") return "snoozed"
  return kinds.length === 1 ? (alertState ?? "open") : "open"
}

/** Returns the severities of the alerts to list. Empty means all. */
function severitiesOf(filters: ItemFilters): readonly AlertSeverity[] {
  if (filters.severity !== undefined) return [filters.severity]
  const hidesNotices =
    filters.state === "waiting" && filters.kinds.length === 0 && !hasFilter(filters, FILTERS)
  return hidesNotices ? TO_DO : []
}
