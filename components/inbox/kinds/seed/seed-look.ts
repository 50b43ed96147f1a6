import { Sprout } from "lucide-react"
import type { SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import { SEED_TAGS, seedHeadline } from "@/components/seed/waiting/waiting-seed-text"
import type { ItemLook } from "../../item"

/** Returns the row of a seed plan. */
export function lookOfSeedPlan(plan: SeedPlanSummary): ItemLook {
  const { state, decidedBy, decidedAt, at, by, leftOut } = plan
  return {
    Icon: Sprout,
    asks: "Seed plan",
    headline: seedHeadline(plan),
    at: decidedAt ?? at,
    alarms: [
      { words: SEED_TAGS[state], tone: state === "applied" || state === "proposed" ? "good" : "neutral" },
    ],
    who: decidedBy === null ? `requested by ${by}` : `by ${decidedBy}`,
    tags: [],
    note: leftOut > 0 ? `${leftOut.toLocaleString("en")} left out` : null,
  }
}
