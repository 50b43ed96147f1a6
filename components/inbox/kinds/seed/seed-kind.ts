import {
  planSummary,
  type SeedPlanDetail,
  type SeedPlanSummary,
  seedHeadline,
  SEED_TAGS,
} from "@/components/seed/inbox/seed-inbox-text"
import { seedPlanPath } from "@/components/data/addresses"
import { callOperation } from "@/components/data/http-client"
import { decidedByWords } from "@/components/queue/decided-by"
import { agentMenu, optionsFor, type FilterMenu, type FilterOption, type Filters } from "../../inbox-filters"
import type { InboxItem, ItemLook } from "../../inbox-item"
import { type ItemKind, UNDECIDED_STATES, undoNotice } from "../../item-kind"
import { Sprout } from "lucide-react"
import type { KeyAction } from "@/components/data/keyboard-shortcuts"

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
  menus: (filters, items) => [agentMenu(filters, items), categoryMenu(filters, items)],
  mixedMenus: () => ({ types: TYPES }),
  empty: null,
  keys: (_summary, waits) => seedKeys(waits),
  live: {
    member: "seeds",
    isListed: (state) => UNDECIDED_STATES.includes(state),
    goneWords: decidedByWords,
    returnedWords: undoNotice,
    unnamed: /^seed\.(?!snooze)/,
    unnamedWords: (by, byMe) => (byMe ? null : `Decided by ${by}`),
    reloads: true,
  },
  read: ({ id }) => callOperation("seed.show", { plan: id }),
  summaryOf: planSummary,
  // Seeded entries can come from any file.
  isChangedByAll: true,
  page: (team, { id }) => seedPlanPath(team, id),
  still: () => import("./seed-server-pane").then((one) => ({ Still: one.SeedServerPane })),
  bulk: () => import("./seed-action").then((one) => ({ BULK: one.SEED_BULK })),
}

const categoryMenu = ({ category }: Filters, items: readonly InboxItem[]): FilterMenu => ({
  name: "category",
  all: "Any category",
  options: optionsFor(
    items.map(({ summary }) => (summary as SeedPlanSummary).category),
    category,
  ),
})

export type SeedAction = "apply" | "open" | "drop" | "snooze" | "undo"

const UNDECIDED: readonly KeyAction<SeedAction>[] = [
  {
    action: "apply",
    keys: ["a"],
    does: "Apply the plan, or create proposals if the memory already has entries",
  },
  { action: "open", keys: ["e", "m"], does: "Open the plan to move entries" },
  { action: "drop", keys: ["r"], does: "Discard the plan with a reason" },
  { action: "snooze", keys: ["h"], does: "Snooze or unsnooze" },
]
const DECIDED: readonly KeyAction<SeedAction>[] = [
  { action: "open", keys: ["e"], does: "Open the plan" },
  { action: "undo", keys: ["u"], does: "Undo this decision" },
]

/** Returns the keys of a seed plan. `waits`: the list holds undecided items. */
export const seedKeys = (waits: boolean): readonly KeyAction<SeedAction>[] => (waits ? UNDECIDED : DECIDED)
