import {
  planSummary,
  type SeedPlanDetail,
  type SeedPlanSummary,
  seedHeadline,
  SEED_TAGS,
} from "@/components/seed/inbox/seed-inbox-text"
import { seedPlanPath } from "@/components/data/addresses"
import { readLater } from "@/components/data/read-later"
import type { FilterOption } from "../../inbox-filters"
import type { ItemLook } from "../../inbox-item"
import type { ItemKind } from "../../item-kind"
import { Sprout } from "lucide-react"

/** Returns the row of a seed plan. */
function lookOfSeedPlan(plan: SeedPlanSummary): ItemLook {
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

/** Options of the type filter. Seed plans have only one type. */
const TYPES: readonly FilterOption[] = [["seed", "Seed plans"]]

export const SEED: ItemKind<SeedPlanSummary, SeedPlanDetail> = {
  id: "seed",
  tab: "seed",
  label: "Seeds",
  types: TYPES,
  // Grouped with the file that it would write.
  place: ({ project, path }) => ({ group: `${project.slug}/${path}`, path }),
  isUndecided: ({ state }) => state === "waiting",
  projectName: ({ project }) => project.name,
  headline: seedHeadline,
  look: lookOfSeedPlan,
  heldKeys: { waiting: "aemrh", decided: "eu" },
  read: ({ id }) => readLater("seed.show", { plan: id }),
  summaryOf: planSummary,
  // Seeded entries can come from any file.
  isChangedByAll: true,
  page: (team, { id }) => seedPlanPath(team, id),
  still: () => import("./seed-server-pane").then((one) => ({ Still: one.SeedServerPane })),
  bulk: () => import("./seed-action").then((one) => ({ BULK: one.SEED_BULK })),
}
