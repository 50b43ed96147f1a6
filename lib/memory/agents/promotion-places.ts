import { groupBy } from "../text/group"

/** A copy of a statement in an agent's own memory. */
export interface Copy {
  readonly agent: string
  readonly project: string
  /** Slug of the agent's category. */
  readonly category: string | null
}

/** A memory in which a statement of several agents can be shared. */
export type PromotionPlace =
  | {
      readonly kind: "category"
      readonly category: string
      readonly project: string
      readonly agents: number
    }
  | { readonly kind: "team"; readonly agents: number }

/**
 * Returns the memories to which a statement of several agents can be promoted, best first: each category with
 * at least two of these agents in one project, most agents first, and the team. The team is first unless one
 * category has all of the agents. Empty for a single agent.
 */
export function promotionPlaces(copies: readonly Copy[]): PromotionPlace[] {
  const agentsOf = (some: readonly Copy[]) =>
    new Set(some.map(({ agent, project }) => `${project}\0${agent}`)).size
  const placed = copies.filter((copy): copy is Copy & { category: string } => copy.category !== null)
  const all = agentsOf(copies)
  const categories = [...groupBy(placed, ({ project, category }) => `${project}\0${category}`).values()]
    .map((some) => ({
      kind: "category" as const,
      category: some[0]?.category ?? "",
      project: some[0]?.project ?? "",
      agents: agentsOf(some),
    }))
    .filter(({ agents }) => agents > 1)
    .toSorted(
      (a, b) => b.agents - a.agents || compare(a.category, b.category) || compare(a.project, b.project),
    )
  return all > 1 && categories[0]?.agents !== all
    ? [{ kind: "team", agents: all }, ...categories]
    : [...categories, ...(all > 1 ? [{ kind: "team" as const, agents: all }] : [])]
}

/** True if a copy is removed when its statement is promoted to `place`. */
export const isCopyFor = (
  place:
    | { readonly kind: "team" }
    | { readonly kind: "category"; readonly category: string; readonly project: string },
  copy: Copy,
): boolean => place.kind === "team" || (copy.category === place.category && copy.project === place.project)

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
