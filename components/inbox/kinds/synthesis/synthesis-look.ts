import { ownValue } from "@/lib/memory/text/own-value"
import { Compass, Sparkles } from "lucide-react"
import { makerName } from "@/components/coach/coach-text"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import { claimsWords } from "@/components/coach/waiting/waiting-synthesis-text"
import type { Tone } from "@/components/ui/tag"
import type { ItemLook } from "../../item"

/** Returns the row of a synthesis. Review progress comes before the author. */
export function lookOfSynthesis(synthesis: SynthesisSummary): ItemLook {
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
