import type { AlertSummary } from "@/components/alerts/alert-types"
import { ALERT_STATE_NAMES, kindLabel, SEVERITY_WORDS } from "@/components/alerts/alert-text"
import { SEVERITY_LOOK } from "@/components/alerts/severity-mark"
import type { ItemLook } from "../../item"

/** Returns the row of an alert. The icon shows the severity, the tag the kind. */
export function lookOfAlert(alert: AlertSummary): ItemLook {
  const { Icon, tone, ink } = SEVERITY_LOOK[alert.severity]
  return {
    Icon,
    ink,
    asks: SEVERITY_WORDS[alert.severity],
    headline: alert.message,
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
