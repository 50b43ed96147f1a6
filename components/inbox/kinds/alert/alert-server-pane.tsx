import { AlertPane } from "@/components/alerts/alert-pane"
import { hasExcerpt } from "@/components/alerts/alert-text"
import type { AlertSummary } from "@/components/alerts/alert-types"
import type { ServerPaneProps } from "../../item-kind"
import type { AlertWithExcerpt } from "./alert-with-excerpt"

/** An alert rendered by the server, readable before the scripts load. */
export function AlertServerPane({ summary, detail, ...at }: ServerPaneProps<AlertSummary, AlertWithExcerpt>) {
  const excerpt = hasExcerpt(summary) ? (detail?.excerpt ?? null) : null
  return <AlertPane {...at} alert={summary} detail={detail} excerpt={excerpt} problem={null} />
}
