import {
  LONGEST_CLAIM,
  MOST_CITATIONS,
  type DraftClaim,
  type CoachMaterial,
} from "@/lib/memory/coach/synthesis"
import type { Coach, CoachCost, CoachWork, WrittenSynthesis } from "../coach"
import { findContradictions, findSharedPatterns } from "./agreements-and-contradictions"
import { type Finding, FlagFilter, selectFindings, maxClaimsFor } from "./findings"
import { formatCount } from "@/lib/memory/text/sentence"
import { findGaps } from "./gaps"
import { findObservations } from "./observations"
import { findOrientation } from "./orientation"
import { WorkPacer } from "./work-slices"
import { findRisks } from "./risks"
import { prepareFleetStatements, type FleetStatements } from "./fleet-statements"

const FREE: CoachCost = { calls: 0, inputTokens: 0, outputTokens: 0, cost: null }
/** Maximum number of claims of an orientation, which an agent reads before it starts. */
const MOST_OF_ORIENTATION = 16

/**
 * Coach that writes a synthesis without a language model, by comparing words. The order of the material does
 * not affect the result. Claims never cite flagged entries.
 */
export const extractiveCoach: Coach = {
  method: "extractive",
  model: null,
  estimate: ({ entries, agents }) => ({
    ...FREE,
    entries: entries.length,
    agents: agents.length,
    withheld: entries.filter(({ flags }) => flags.length > 0).length,
  }),
  async write(material: CoachMaterial, work: CoachWork): Promise<WrittenSynthesis> {
    const pace = new WorkPacer(work)
    const putTogether = await prepareFleetStatements(material, pace)
    const most = material.kind === "orientation" ? MOST_OF_ORIENTATION : maxClaimsFor(material.agents.length)
    const gate = new FlagFilter(material)
    let claims: DraftClaim[]
    do {
      const said = await putTogether(gate.barred)
      pace.begin("Choosing claims", 99)
      const { agent } = material
      const findings =
        material.kind === "orientation" && agent !== null
          ? await findOrientation(said, agent, pace)
          : await brief(said, pace)
      claims = selectFindings(findings, most, (finding) => gate.lets(finding, said.heard)).map(asDraft)
    } while (gate.mayLetMore())
    pace.end()
    return {
      claims,
      notes: notesOf(material, { claims: claims.length, flagged: gate.flagged.size }),
      cost: FREE,
    }
  },
}

async function brief(said: FleetStatements, pace: WorkPacer): Promise<Finding[]> {
  return [
    ...(await findSharedPatterns(said, pace)),
    ...(await findRisks(said, pace)),
    ...findContradictions(said),
    ...(await findGaps(said, pace)),
    ...(await findObservations(said, pace)),
  ]
}

const asDraft = ({ text, kind, confidence, citations, promote }: Finding): DraftClaim => ({
  text: text.slice(0, LONGEST_CLAIM),
  kind,
  confidence,
  citations: [...new Set(citations)].slice(0, MOST_CITATIONS),
  promote,
})

function notesOf(
  { entries, agents, left }: CoachMaterial,
  { claims, flagged }: { claims: number; flagged: number },
): string[] {
  const notes = [
    "Created by text matching, without a language model. Text matching finds similar wording, not similar meaning.",
    `Read ${formatCount(entries.length, "entry")} in the memory of ${formatCount(agents.filter((agent) => agent.entries > 0).length, "agent")} and in shared memory.`,
  ]
  if (flagged > 0)
    notes.push(
      `Findings based on ${formatCount(flagged, "flagged entry")} are not included until a person reviews the flag${flagged === 1 ? "" : "s"}.`,
    )
  if (left > 0)
    notes.push(
      `${formatCount(left, "more entry")} ${left === 1 ? "was" : "were"} not read because of the per-run limit.`,
    )
  if (claims === 0) notes.push("Text matching found no shared patterns, contradictions or gaps.")
  return notes
}
