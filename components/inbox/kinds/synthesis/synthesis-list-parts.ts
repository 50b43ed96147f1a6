import { Sparkles } from "lucide-react"
import { createElement } from "react"
import { decidedByWords } from "@/components/queue/decided-by"
import { type ListParts, UNDECIDED_STATES, undoNotice } from "../../list-parts"
import { agentMenu, typeMenu } from "../../list/filter-menus"
import { SYNTHESIS } from "./synthesis-kind"

export const SYNTHESIS_LIST_PARTS: ListParts = {
  menus: (filters, items) => [typeMenu(SYNTHESIS.types), agentMenu(filters, items)],
  mixedMenus: () => ({ types: SYNTHESIS.types }),
  empty: {
    icon: createElement(Sparkles, { className: "icon-lg", "aria-hidden": true }),
    title: "No coach output to review",
    words:
      "Briefs for people and orientations for new agents are listed here. Nothing enters memory until someone reviews it.",
    link: (team, place) => ({ href: `/t/${team}/coach${place}`, label: "Request a brief" }),
  },
  live: {
    member: "syntheses",
    isListed: (state) => UNDECIDED_STATES.includes(state),
    goneWords: decidedByWords,
    returnedWords: undoNotice,
    unnamed: /^(?:synthesis\.(?!snooze)|claim\.)/,
    unnamedWords: (by, byMe) => (byMe ? null : `Decided by ${by}`),
    reloads: true,
  },
}
