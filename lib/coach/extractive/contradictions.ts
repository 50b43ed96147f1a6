import type { CoachEntry } from "@/lib/memory/coach/material"
import { type Finding, worthiest } from "./finding"
import type { FleetStatements } from "./fleet-statements"
import { opening, quote } from "./wording"

/** Returns the unresolved contradictions, with both sides quoted. */
export function findContradictions({ material, heard }: FleetStatements): Finding[] {
  const sides = new Set(material.contradictions.flatMap(({ left, right }) => [left, right]))
  const byId = new Map(
    material.entries
      .filter((entry) => sides.has(entry.id) && entry.flags.length === 0)
      .map((entry) => [entry.id, entry]),
  )
  return worthiest(
    material.contradictions.flatMap(({ left, right, why }): Finding[] => {
      const [one, other] = [byId.get(left), byId.get(right)]
      if (one === undefined || other === undefined) return []
      const [a, b] = [heard.voices.of(one), heard.voices.of(other)]
      const [said, against] = [quote(one.text), quote(other.text)]
      const who =
        a.key === b.key
          ? `${opening(a.name)} has two statements that contradict each other`
          : `${opening(a.name)} and ${b.name} disagree`
      return [
        {
          kind: "contradiction",
          text: `${who}: ${why.replace(/[.\s]+$/, "")}. ${opening(a.name)}: ${said}${dated(one)}; ${b.name}: ${against}${dated(other)}.`,
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
