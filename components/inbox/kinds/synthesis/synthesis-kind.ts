import { Sparkles, Compass } from "lucide-react"
import { createElement } from "react"
import {
  type SynthesisDetail,
  type SynthesisSummary,
  makerName,
  claimsWords,
} from "@/components/coach/synthesis-text"
import { synthesisPath } from "@/components/data/addresses"
import { callOperation } from "@/components/data/http-client"
import { decidedByWords } from "@/components/queue/decided-by"
import { SYNTHESIS_KINDS, type SynthesisKind } from "@/lib/memory/coach/synthesis"
import { agentMenu, typeMenu, type FilterOption } from "../../inbox-filters"
import { type ItemKind, UNDECIDED_STATES, undoNotice } from "../../item-kind"
import { ownValue } from "@/lib/memory/text/own-value"
import type { Tone } from "@/components/ui/tag"
import type { KeyAction } from "@/components/data/keyboard-shortcuts"
import type { ItemLook } from "../../inbox-item"

/** Returns the row of a synthesis. Review progress comes before the author. */
function lookOfSynthesis(synthesis: SynthesisSummary): ItemLook {
  const { kind, title, state, decided, reason, project, createdAt } = synthesis
  const place = project === null ? "" : `, ${project}`
  return {
    Icon: kind === "brief" ? Sparkles : Compass,
    asks: kind === "brief" ? "Coach brief" : "Coach orientation",
    headline: title,
    at: decided?.at ?? createdAt,
    alarms: [
      { words: state === "waiting" ? kind : state, tone: ownValue(SYNTHESIS_TONES, state) ?? "neutral" },
    ],
    who: decided ? `by ${decided.by}` : claimsWords(synthesis),
    tags: [],
    note: decided ? (reason ?? claimsWords(synthesis)) : `${makerName(synthesis)}${place}`,
  }
}

const SYNTHESIS_TONES: Record<string, Tone> = { published: "good", rejected: "danger" }

const TYPE_WORDS: Record<SynthesisKind, string> = {
  brief: "Coach briefs",
  orientation: "Coach orientations",
}
const TYPES = SYNTHESIS_KINDS.map((kind): FilterOption => [kind, TYPE_WORDS[kind]])

export const SYNTHESIS: ItemKind<SynthesisSummary, SynthesisDetail> = {
  id: "synthesis",
  tab: "coach",
  label: "Coach",
  types: TYPES,
  // All syntheses are one group, because they belong to no file.
  place: () => ({ group: "@coach", path: "Coach", isFileless: true }),
  isUndecided: ({ state }) => state === "waiting",
  projectName: () => null,
  headline: ({ title }) => title,
  look: lookOfSynthesis,
  menus: (filters, items) => [typeMenu(TYPES), agentMenu(filters, items)],
  mixedMenus: () => ({ types: TYPES }),
  empty: {
    icon: createElement(Sparkles, { className: "icon-lg", "aria-hidden": true }),
    title: "No coach output to review",
    words:
      "Briefs for people and orientations for new agents are listed here. Nothing enters memory until someone reviews it.",
    link: (team, place) => ({ href: `/t/${team}/coach${place}`, label: "Request a brief" }),
  },
  keys: (_summary, waits) => synthesisKeys(waits),
  live: {
    member: "syntheses",
    isListed: (state) => UNDECIDED_STATES.includes(state),
    goneWords: decidedByWords,
    returnedWords: undoNotice,
    unnamed: /^(?:synthesis\.(?!snooze)|claim\.)/,
    unnamedWords: (by, byMe) => (byMe ? null : `Decided by ${by}`),
    reloads: true,
  },
  read: ({ id }) => callOperation("synthesis.show", { synthesis: id }),
  summaryOf: (detail) => detail,
  // Citations can come from any file.
  isChangedByAll: true,
  page: (team, { id }) => synthesisPath(team, id),
  still: () => import("./synthesis-server-pane").then((one) => ({ Still: one.SynthesisServerPane })),
  bulk: () => import("./synthesis-action").then((one) => ({ BULK: one.SYNTHESIS_BULK })),
}

export type SynthesisAction = "review" | "open" | "reject" | "snooze" | "undo"

const UNDECIDED: readonly KeyAction<SynthesisAction>[] = [
  { action: "review", keys: ["a", "e", "m"], does: "Review the claims one by one (or press Enter)" },
  { action: "reject", keys: ["r"], does: "Reject all claims with a reason" },
  { action: "snooze", keys: ["h"], does: "Snooze or unsnooze" },
]
const DECIDED: readonly KeyAction<SynthesisAction>[] = [
  { action: "undo", keys: ["u"], does: "Undo the rejection" },
]

/** Returns the keys of a synthesis. `waits`: the list holds undecided items. */
export const synthesisKeys = (waits: boolean): readonly KeyAction<SynthesisAction>[] =>
  waits ? UNDECIDED : DECIDED
