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

/** True if two ideas are alternatives, of which one is usually chosen. */
export function areAlternatives(left: string, right: string): boolean {
  const others = groups.get(right)
  if (others === undefined || left === right) return false
  for (const group of groups.get(left) ?? []) if (others.has(group)) return true
  return false
}

/** True if two ideas are opposites. */
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

/** True if two ideas are the two sides of one thing. */
export const areCounterparts = (left: string, right: string): boolean => counterparts.get(left) === right

/**
 * Returns the groups of alternatives that contain an idea, each as words separated by spaces. A statement
 * about one word of a group may contradict a statement about another.
 */
export function choicesOf(idea: string): readonly string[] {
  return [...(groups.get(idea) ?? [])].flatMap((index) => alternatives.choices[index]?.join(" ") ?? [])
}
