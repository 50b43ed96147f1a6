import type { OutputOf } from "@/lib/http/contract"
import { monthName } from "@/components/data/time-text"
import type { NamedSlug } from "./fleet"

/** An agent with the number of dated entries and sessions of each week, oldest first. */
export type ActiveAgent = OutputOf<"fleet.activity">["agents"][number]

/**
 * Agents in a compact form by column, because a page may contain thousands. `weeks`: numbers of an agent, as
 * in "0.0.4".
 */
export interface PackedActivity {
  names: string[]
  projects: string[]
  /** Index of each agent in `projects`, and of its category in the list of categories; -1: none. */
  projectOf: number[]
  categoryOf: number[]
  weeks: string[]
}

export function packActivity(
  agents: readonly ActiveAgent[],
  categories: readonly NamedSlug[],
): PackedActivity {
  const projects = [...new Set(agents.map(({ project }) => project))]
  const [placeOf, slotOf] = [
    new Map(projects.map((one, place) => [one, place])),
    new Map(categories.map(({ slug }, place) => [slug, place])),
  ]
  return {
    projects,
    names: agents.map(({ name }) => name),
    projectOf: agents.map(({ project }) => placeOf.get(project) ?? -1),
    categoryOf: agents.map(({ category }) => (category === null ? -1 : (slotOf.get(category) ?? -1))),
    weeks: agents.map(({ weeks }) =>
      weeks.join(".").replace(/^(?:0\.)+(?=\d)/, (zeros) => `${zeros.length / 2}*`),
    ),
  }
}

export function unpackActivity(
  { names, projects, projectOf, categoryOf, weeks }: PackedActivity,
  categories: readonly NamedSlug[],
): ActiveAgent[] {
  return names.map((name, place) => {
    const [, zeros, rest = ""] = /^(?:(\d+)\*)?(.*)$/.exec(weeks[place] ?? "") ?? []
    return {
      name,
      project: projects[projectOf[place] ?? -1] ?? "",
      category: categories[categoryOf[place] ?? -1]?.slug ?? null,
      weeks: [...Array.from({ length: Number(zeros ?? 0) }, () => 0), ...rest.split(".").map(Number)],
    }
  })
}

export type ActivityLine =
  | {
      kind: "category"
      key: string
      name: string
      slug: string
      agents: number
      weeks: number[]
      folded: boolean
    }
  | { kind: "agent"; key: string; agent: ActiveAgent }

/** Returns the rows: each category with its sums, followed by its agents unless it is collapsed. */
export function activityLines(
  agents: readonly ActiveAgent[],
  categories: readonly NamedSlug[],
  folded: ReadonlySet<string>,
): ActivityLine[] {
  const groups = [
    ...categories.map(({ slug, name }) => ({ slug, name })),
    { slug: null, name: "No category" },
  ]
  return groups.flatMap(({ slug, name }): ActivityLine[] => {
    const members = agents.filter((agent) => agent.category === slug)
    if (members.length === 0) return []
    const key = slug ?? "none"
    const weeks = (members[0]?.weeks ?? []).map((_, week) =>
      members.reduce((sum, agent) => sum + (agent.weeks[week] ?? 0), 0),
    )
    const head: ActivityLine = {
      kind: "category",
      key: `category:${key}`,
      name,
      slug: key,
      agents: members.length,
      weeks,
      folded: folded.has(key),
    }
    return [
      head,
      ...(folded.has(key)
        ? []
        : members.map((agent): ActivityLine => ({
            kind: "agent",
            key: `${agent.project}/${agent.name}`,
            agent,
          }))),
    ]
  })
}

/** The color steps of a week, as shown in the legend. */
export const STEPS = [
  { from: 0, words: "none", look: "bg-raised shadow-hairline" },
  { from: 1, words: "1–2", look: "heat-1" },
  { from: 3, words: "3–5", look: "heat-2" },
  { from: 6, words: "6+", look: "heat-3" },
] as const

export const heatLook = (number: number): string =>
  STEPS.findLast(({ from }) => number >= from)?.look ?? STEPS[0].look

/** Returns the name of the month above its first week; empty for other weeks. */
export const monthAt = (weeks: readonly string[], place: number): string =>
  place === 0 || weeks[place]?.slice(0, 7) !== weeks[place - 1]?.slice(0, 7)
    ? monthName(weeks[place] ?? "")
    : ""
