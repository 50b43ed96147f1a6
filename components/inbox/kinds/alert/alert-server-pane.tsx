import { AlertPane } from "@/components/alerts/alert-pane"
import type { AlertSummary, AlertWithExcerpt } from "@/components/alerts/alert"
import { hasExcerpt } from "@/components/alerts/alert-excerpt"
import type { ServerPaneProps } from "../../item-kind"

/** An alert rendered by the server, readable before the scripts load. */
export function AlertServerPane({ summary, detail, ...at }: ServerPaneProps<AlertSummary, AlertWithExcerpt>) {
  const excerpt = hasExcerpt(summary) ? (detail?.excerpt ?? null) : null
  return <AlertPane {...at} alert={summary} detail={detail} excerpt={excerpt} problem={null} />
}
