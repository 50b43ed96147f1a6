import {
  planSummary,
  type SeedPlanDetail,
  type SeedPlanSummary,
} from "@/components/seed/waiting/waiting-seed-types"
import { seedHeadline } from "@/components/seed/waiting/waiting-seed-text"
import { seedPlanPath } from "@/components/data/addresses"
import { call } from "@/components/data/http-client"
import { struckWords } from "@/components/queue/live-event"
import { agentMenu, type FilterMenu, type FilterOption, type Filters, optionsFor } from "../../filter-types"
import type { InboxItem } from "../../item"
import type { ItemKind } from "../../item-kind"
import { UNDECIDED, undoneWords } from "../live-words"
import { seedKeys } from "./seed-keys"
import { lookOfSeedPlan } from "./seed-look"

/** Seed plans have only one type. */
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
    isListed: (state) => UNDECIDED.includes(state),
    goneWords: struckWords,
    returnedWords: undoneWords,
    unnamed: /^seed\.(?!snooze)/,
    unnamedWords: (by, byMe) => (byMe ? null : `Decided by ${by}`),
    reloads: true,
  },
  read: ({ id }) => call("seed.show", { plan: id }),
  summaryOf: planSummary,
  // Seeded entries can come from any file.
  isChangedByAll: true,
  page: (team, { id }) => seedPlanPath(team, id),
  still: () => import("./seed-still").then((one) => ({ Still: one.SeedStill })),
  bulk: () => import("./seed-bulk").then((one) => ({ BULK: one.SEED_BULK })),
}

const categoryMenu = ({ category }: Filters, items: readonly InboxItem[]): FilterMenu => ({
  name: "category",
  all: "Any category",
  options: optionsFor(
    items.map(({ summary }) => (summary as SeedPlanSummary).category),
    category,
  ),
})
