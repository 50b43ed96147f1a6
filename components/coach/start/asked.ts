import {
  COACH_METHODS,
  type CoachMethod,
  SYNTHESIS_KINDS,
  type SynthesisKind,
} from "@/lib/memory/coach/kinds"

/** In the address and in the form: all projects of the team, where the page itself is of one. */
export const EVERYWHERE = "*"

/** What the panel is set to, as the address says it. */
export interface AskedSynthesis {
  readonly kind: SynthesisKind
  /** Slug; null: all projects of the team. */
  readonly project: string | null
  /** "" while nobody is named. */
  readonly agent: string
  /** Null: whatever is used unless one asks otherwise. */
  readonly method: CoachMethod | null
}

interface Query {
  get(name: string): string | null
}

/** Null: the panel is not open. */
export function readAsked(query: Query): AskedSynthesis | null {
  const kind = SYNTHESIS_KINDS.find((one) => one === query.get("new"))
  if (!kind) return null
  const within = query.get("in") || query.get("project") || EVERYWHERE
  return {
    kind,
    project: within === EVERYWHERE ? null : within,
    agent: query.get("agent")?.trim() ?? "",
    method: COACH_METHODS.find((one) => one === query.get("method")) ?? null,
  }
}
