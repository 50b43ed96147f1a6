import { SeedPane } from "@/components/seed/waiting/seed-pane"
import type { SeedPlanDetail, SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import type { StillProps } from "../../item-kind"

/** A seed plan rendered by the server, readable before the scripts load. */
export function SeedStill({ summary, detail, ...at }: StillProps<SeedPlanSummary, SeedPlanDetail>) {
  return <SeedPane {...at} plan={summary} detail={detail} problem={null} />
}
