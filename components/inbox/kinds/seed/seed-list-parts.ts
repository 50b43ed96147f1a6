import { decidedByWords } from "@/components/queue/decided-by"
import type { SeedPlanSummary } from "@/components/seed/inbox/seed-inbox-text"
import type { FilterMenu, Filters } from "../../inbox-filters"
import type { InboxItem } from "../../inbox-item"
import { type ListParts, UNDECIDED_STATES, undoNotice } from "../../list-parts"
import { agentMenu, optionsFor } from "../../list/filter-menus"
import { SEED } from "./seed-kind"

export const SEED_LIST_PARTS: ListParts = {
  menus: (filters, items) => [agentMenu(filters, items), categoryMenu(filters, items)],
  mixedMenus: () => ({ types: SEED.types }),
  empty: null,
  live: {
    member: "seeds",
    isListed: (state) => UNDECIDED_STATES.includes(state),
    goneWords: decidedByWords,
    returnedWords: undoNotice,
    unnamed: /^seed\.(?!snooze)/,
    unnamedWords: (by, byMe) => (byMe ? null : `Decided by ${by}`),
    reloads: true,
  },
}

const categoryMenu = ({ category }: Filters, items: readonly InboxItem[]): FilterMenu => ({
  name: "category",
  all: "Any category",
  options: optionsFor(
    items.map(({ summary }) => (summary as SeedPlanSummary).category),
    category,
  ),
})
