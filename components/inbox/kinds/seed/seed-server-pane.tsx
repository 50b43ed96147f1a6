import { SeedPane } from "@/components/seed/inbox/seed-pane"
import type { SeedPlanDetail, SeedPlanSummary } from "@/components/seed/inbox/seed-inbox-text"
import type { ServerPaneProps } from "../../item-kind"

/** A seed plan rendered by the server, readable before the scripts load. */
export function SeedServerPane({ summary, detail, ...at }: ServerPaneProps<SeedPlanSummary, SeedPlanDetail>) {
  return <SeedPane {...at} plan={summary} detail={detail} problem={null} />
}
