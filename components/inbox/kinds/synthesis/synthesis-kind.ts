import { Sparkles, Compass } from "lucide-react"
import {
  type SynthesisDetail,
  type SynthesisSummary,
  makerName,
  claimsWords,
} from "@/components/coach/synthesis-text"
import { synthesisPath } from "@/components/data/addresses"
import { readLater } from "@/components/data/read-later"
import { SYNTHESIS_KINDS, type SynthesisKind } from "@/lib/memory/coach/synthesis"
import type { FilterOption } from "../../inbox-filters"
import type { ItemKind } from "../../item-kind"
import { ownValue } from "@/lib/memory/text/own-value"
import type { Tone } from "@/components/ui/tag"
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
  heldKeys: { waiting: "aemrh", decided: "u" },
  read: ({ id }) => readLater("synthesis.show", { synthesis: id }),
  summaryOf: (detail) => detail,
  // Citations can come from any file.
  isChangedByAll: true,
  page: (team, { id }) => synthesisPath(team, id),
  still: () => import("./synthesis-server-pane").then((one) => ({ Still: one.SynthesisServerPane })),
  bulk: () => import("./synthesis-action").then((one) => ({ BULK: one.SYNTHESIS_BULK })),
}
