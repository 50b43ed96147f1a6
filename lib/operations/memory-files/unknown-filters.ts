import { knownValues, type ValuedBy } from "@/lib/db/search/known-values"
import { nearest } from "@/lib/memory/text/did-you-mean"

/** In the words of a note: what nobody is called, or nothing has. */
const MISSED: Readonly<Record<ValuedBy, (value: string) => string>> = {
  agent: (value) => `agent not found: ${value}`,
  category: (value) => `category not found: ${value}`,
  format: (value) => `no memory file has the format ${value}`,
  type: (value) => `no entry has the type ${value}`,
  section: (value) => `no memory file has a section ${value}`,
}

/** So few are named where none is near. */
const FEW = 8

/** Of values that nothing has, for whom nothing was found: that it is so, and which one was likely meant. */
export async function missedValues(
  places: readonly { readonly teamId: string; readonly projectId: string | null }[],
  asked: Readonly<Partial<Record<ValuedBy, readonly string[]>>>,
): Promise<string[]> {
  const notes: string[] = []
  for (const [name, values] of Object.entries(asked) as [ValuedBy, readonly string[]][]) {
    const known = [
      ...new Set(
        (await Promise.all(places.map((place) => knownValues(place.teamId, place.projectId, name)))).flat(),
      ),
    ].toSorted()
    for (const value of values) {
      if (known.some((one) => one.toLowerCase() === value.toLowerCase())) continue
      const meant = nearest(value, known)
      notes.push(
        `${MISSED[name](value)}${meant !== null ? `. Did you mean ${meant}?` : known.length > 0 && known.length <= FEW ? `. Available: ${known.join(", ")}` : ""}`,
      )
    }
  }
  return notes
}
