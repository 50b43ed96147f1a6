import type { SynthesisState } from "@/lib/memory/coach/kinds"
import { Tag, type Tone } from "@/components/ui/tag"
import { SYNTHESIS_STATE_NAMES } from "./synthesis-list-text"

const TONES: Record<SynthesisState, Tone> = {
  waiting: "caution",
  published: "good",
  replaced: "neutral",
  rejected: "neutral",
}

export function SynthesisStateTag({ state }: { state: SynthesisState }) {
  return <Tag tone={TONES[state]}>{SYNTHESIS_STATE_NAMES[state]}</Tag>
}
