import { conceptOf } from "./software"
import { stemOf } from "../text/stems"
import alternatives from "./alternatives.json" with { type: "json" }

const groups = new Map<string, Set<number>>()
for (const [index, words] of alternatives.choices.entries())
  for (const word of words) groups.set(nameOf(word), (groups.get(nameOf(word)) ?? new Set()).add(index))
const contraries = new Map<string, Set<string>>()
for (const pair of alternatives.contraries) {
  const [left = "", right = ""] = pair.map(nameOf)
  contraries.set(left, (contraries.get(left) ?? new Set()).add(right))
  contraries.set(right, (contraries.get(right) ?? new Set()).add(left))
}

function nameOf(word: string): string {
  return conceptOf(stemOf(word))
}

/** Whether one is chosen rather than the other. Takes ideas. */
export function areAlternatives(left: string, right: string): boolean {
  const others = groups.get(right)
  if (others === undefined || left === right) return false
  for (const group of groups.get(left) ?? []) if (others.has(group)) return true
  return false
}

/** Whether the one says the reverse of the other. Takes ideas. */
export function areContrary(left: string, right: string): boolean {
  return contraries.get(left)?.has(right) === true
}

const counterparts = new Map(
  alternatives.counterparts.flatMap((pair) => {
    const [one = "", other = ""] = pair.map(nameOf)
    return [
      [one, other],
      [other, one],
    ] as const
  }),
)

/** Whether both are the two sides of one thing. Takes ideas. */
export const areCounterparts = (left: string, right: string): boolean => counterparts.get(left) === right

/** The lines of words of which one is chosen that an idea is in: what is said of one of them may be said against another. */
export function choicesOf(idea: string): readonly string[] {
  return [...(groups.get(idea) ?? [])].flatMap((index) => alternatives.choices[index]?.join(" ") ?? [])
}
