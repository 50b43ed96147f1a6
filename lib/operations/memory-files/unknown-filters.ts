import type { Visibility } from "@/lib/memory/teams/visibility"
import { knownValues, type ValuedBy } from "@/lib/db/search/known-values"
import { nearest } from "@/lib/memory/text/did-you-mean"

/** Functions that return a note about a filter value without a match. */
const MISSED: Readonly<Record<ValuedBy, (value: string) => string>> = {
  agent: (value) => `agent not found: ${value}`,
  category: (value) => `category not found: ${value}`,
  format: (value) => `no memory file has the format ${value}`,
  type: (value) => `no entry has the type ${value}`,
  section: (value) => `no memory file has a section ${value}`,
}

/** Maximum number of values that a note lists if none is similar. */
const FEW = 8

/** Returns a note for each filter value that does not exist, with a suggestion. */
export async function listUnknownFilters(
  places: readonly Visibility[],
  asked: Readonly<Partial<Record<ValuedBy, readonly string[]>>>,
): Promise<string[]> {
  const notes: string[] = []
  for (const [name, values] of Object.entries(asked) as [ValuedBy, readonly string[]][]) {
    const known = [
      ...new Set((await Promise.all(places.map((place) => knownValues(place, name)))).flat()),
    ].toSorted()
    for (const value of values) {
      if (known.some((one) => one.toLowerCase() === value.toLowerCase())) continue
      notes.push(`${MISSED[name](value)}${suggestion(value, known)}`)
    }
  }
  return notes
}

function suggestion(value: string, known: readonly string[]): string {
  const meant = nearest(value, known)
  if (meant !== null) return `. Did you mean ${meant}?`
  return known.length > 0 && known.length <= FEW ? `. Available: ${known.join(", ")}` : ""
}
