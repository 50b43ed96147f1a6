import type { CoachEntry } from "@/lib/memory/coach/material"
import { type Finding, mostUsefulFindings } from "./finding"
import type { FleetStatements } from "./fleet-statements"
import { capitalizeThe, quoteStatement } from "./wording"

/**
 * Returns findings about the open contradictions, with both sides quoted. Contradictions of flagged entries
 * are left out.
 */
export function findContradictions({ material, heard }: FleetStatements): Finding[] {
  const sides = new Set(material.contradictions.flatMap(({ left, right }) => [left, right]))
  const byId = new Map(
    material.entries
      .filter((entry) => sides.has(entry.id) && entry.flags.length === 0)
      .map((entry) => [entry.id, entry]),
  )
  return mostUsefulFindings(
    material.contradictions.flatMap(({ left, right, why }): Finding[] => {
      const [one, other] = [byId.get(left), byId.get(right)]
      if (one === undefined || other === undefined) return []
      const [a, b] = [heard.voices.of(one), heard.voices.of(other)]
      const [said, against] = [quoteStatement(one.text), quoteStatement(other.text)]
      const who =
        a.key === b.key
          ? `${capitalizeThe(a.name)} has two entries that contradict each other`
          : `${capitalizeThe(a.name)} and ${b.name} contradict each other`
      return [
        {
          kind: "contradiction",
          text: `${who}: ${why.replace(/[.\s]+$/, "")}. ${capitalizeThe(a.name)}: ${said}${dated(one)}; ${b.name}: ${against}${dated(other)}.`,
          confidence: 0.7,
          citations: [one.id, other.id],
          promote: null,
          worth: a.key === b.key ? 0.72 : 0.82,
          about: new Set([one.id, other.id]),
          from: a.key,
        },
      ]
    }),
  )
}

const dated = ({ date }: CoachEntry): string => (date === null ? "" : ` (${date})`)
