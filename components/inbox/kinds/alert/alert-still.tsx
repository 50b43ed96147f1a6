import { AlertPane } from "@/components/alerts/alert-pane"
import { wantsExcerpt } from "@/components/alerts/alert-text"
import type { AlertSummary } from "@/components/alerts/alert-types"
import type { StillProps } from "../../item-kind"
import type { AlertWithExcerpt } from "./alert-with-excerpt"

/** An alert rendered by the server, readable before the scripts load. */
export function AlertStill({ summary, detail, ...at }: StillProps<AlertSummary, AlertWithExcerpt>) {
  const excerpt = wantsExcerpt(summary) ? (detail?.excerpt ?? null) : null
  return <AlertPane {...at} alert={summary} detail={detail} excerpt={excerpt} problem={null} />
}
