import {
  COACH_METHODS,
  type CoachMethod,
  SYNTHESIS_KINDS,
  type SynthesisKind,
} from "@/lib/memory/coach/kinds"

/** The value for all projects of the team, in the URL and in the form. */
export const EVERYWHERE = "*"

/** The settings of the panel, read from the URL. */
export interface SynthesisRequest {
  readonly kind: SynthesisKind
  /** Slug; null: all projects of the team. */
  readonly project: string | null
  /** Name of the agent; "" until an agent is named. */
  readonly agent: string
  /** Null: the default method. */
  readonly method: CoachMethod | null
}

interface Query {
  get(name: string): string | null
}

/** Returns the settings of the panel; null if it is closed. */
export function readSynthesisRequest(query: Query): SynthesisRequest | null {
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
