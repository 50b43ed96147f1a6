import type { SynthesisKind } from "@/lib/memory/coach/kinds"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { runForPerson } from "../../isolated/run-for-person"
import { visibilityOfPlace, type MaterialPlace, packedMaterial } from "../material"
import { titleOf } from "../submit"
import { type AcceptedClaim, acceptDrafts } from "./accept-drafts"
import { writeExtractive } from "./write-extractive"

export interface ExtractiveResult {
  readonly title: string
  /** Accepted claims. Empty if the coach found nothing to report. */
  readonly claims: readonly AcceptedClaim[]
  /** Notes on omissions, in sentences. */
  readonly notes: readonly string[]
}

/**
 * Maximum number of entries for a request that a person waits for. Each agent contributes an equal number.
 */
const MOST_NOW = 6_000

/**
 * Returns the claims and notes that the extractive coach writes about a place now. Stores nothing. The actor
 * must be allowed to read `place`. Refuses if its memory cannot be analyzed.
 */
export async function runExtractiveCoach(
  place: MaterialPlace,
  { kind, agent, now = new Date() }: { kind: SynthesisKind; agent: string | null; now?: Date },
): Promise<Outcome<ExtractiveResult>> {
  const material = await packedMaterial(place, {
    kind,
    agent,
    today: now.toISOString().slice(0, 10),
    most: MOST_NOW,
  })
  const made = await runForPerson(writeExtractive, material, `The memory of ${material.place}`)
  if (!made.ok) return made
  const { written, cited } = made.value
  const { claims, notes } = await acceptDrafts(
    visibilityOfPlace(place),
    { agents: material.agents, entries: cited },
    written.claims,
  )
  return done({ title: titleOf(agent, material.place), claims, notes: [...written.notes, ...notes] })
}
