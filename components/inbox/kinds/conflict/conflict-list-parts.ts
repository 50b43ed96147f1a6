import { GitCompareArrows } from "lucide-react"
import { createElement } from "react"
import { decidedByWords } from "@/components/queue/decided-by"
import type { LiveEvent } from "@/components/queue/live-event"
import type { FilterMenu, FilterOption } from "../../inbox-filters"
import { type ListParts, UNDECIDED_STATES, undoNotice } from "../../list-parts"
import { agentMenu, assigneeMenu, typeMenu } from "../../list/filter-menus"
import { CONFLICT } from "./conflict-kind"

export const CONFLICT_LIST_PARTS: ListParts = {
  menus: (filters, items) => [
    typeMenu(CONFLICT.types),
    agentMenu(filters, items),
    FINDING_MENU,
    assigneeMenu(filters, items),
  ],
  mixedMenus: () => ({
    types: CONFLICT.types.map(([kind, words]): FilterOption => [kind, `Conflicts ${words.toLowerCase()}`]),
  }),
  empty: {
    icon: createElement(GitCompareArrows, { className: "icon-lg", "aria-hidden": true }),
    title: "No conflicts",
    words:
      "Entries that contradict or duplicate each other are listed here, along with files that changed both in Quarterdeck and in the source.",
    link: (team) => ({ href: `/t/${team}/inbox?tab=decided`, label: "View decided items" }),
  },
  live: {
    member: "conflicts",
    isListed: (state) => UNDECIDED_STATES.includes(state),
    goneWords: (change, who) => (change.state === "gone" ? SIDE_GONE : decidedByWords(change, who)),
    returnedWords: undoNotice,
    unnamed: /^conflict\./,
    unnamedWords: () => null,
    settledBy: {
      events: /^(?:conflict|file|revision|import|entry|proposal\.(?!create|snooze|assign))/,
      words: settledWords,
    },
  },
}

const FINDING_MENU: FilterMenu = {
  name: "found",
  all: "Any finding",
  options: [
    ["contradiction", "Contradictions"],
    ["duplicate", "Duplicates"],
  ],
}

/** Returns why a conflict is no longer open after an event. */
function settledWords({ kind, by }: LiveEvent, byMe: boolean): string {
  if (kind === "conflict.gone") return SIDE_GONE
  const who = byMe ? "you" : by
  return kind.startsWith("conflict") ? `Decided by ${who}` : `Resolved by a change from ${who}`
}

const SIDE_GONE = "Closed: one side was removed or changed"
