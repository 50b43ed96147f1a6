import type { Coach } from "@/lib/coach/coach"
import type { SynthesisKind } from "@/lib/memory/coach/kinds"
import { coachMaterial, type MaterialPlace } from "../material"
import { titleOf } from "../submit"
import { type AcceptedClaim, acceptDrafts } from "./accept-drafts"
import { builtInCoaches } from "./coach-of"

export interface MadeNow {
  readonly title: string
  /** May be empty: there is nothing to say. */
  readonly claims: readonly AcceptedClaim[]
  /** What was left out, in sentences for people. */
  readonly notes: readonly string[]
}

/** Somebody waits for it: of a fleet with more entries, each agent gives as many as any other. */
const MOST_NOW = 6_000

/** What the coach that knows no language model says of a place at this moment. Nothing of it is stored. `place`: one that whoever asks may read. */
export async function makeExtractive(
  place: MaterialPlace,
  { kind, agent, now = new Date() }: { kind: SynthesisKind; agent: string | null; now?: Date },
  coach: Coach = builtInCoaches().extractive,
): Promise<MadeNow> {
  const material = await coachMaterial(place, {
    kind,
    agent,
    today: now.toISOString().slice(0, 10),
    most: MOST_NOW,
  })
  const written = await coach.write(material, {
    signal: new AbortController().signal,
    tokenBudget: null,
    progress: () => undefined,
    notebook: { find: async () => null, keep: async () => undefined },
  })
  const { claims, notes } = await acceptDrafts(
    { teamId: place.team.id, projectId: place.project?.id ?? null },
    material,
    written.claims,
  )
  return { title: titleOf(agent, material.place), claims, notes: [...written.notes, ...notes] }
}
