import { Tag, type Tone } from "@/components/ui/tag"
import type { RunState } from "../source"

const LOOK: Record<RunState, { tone: Tone; words: string }> = {
  collecting: { tone: "neutral", words: "upload incomplete" },
  planned: { tone: "caution", words: "needs review" },
  running: { tone: "neutral", words: "running" },
  done: { tone: "good", words: "done" },
  cancelled: { tone: "neutral", words: "discarded" },
  failed: { tone: "danger", words: "failed" },
}

export function RunStateTag({ state, stored }: { state: RunState; stored: number }) {
  const { tone, words } = LOOK[state]
  return <Tag tone={tone}>{state === "cancelled" && stored > 0 ? "canceled" : words}</Tag>
}
