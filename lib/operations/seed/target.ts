import { isOptedOut } from "@/lib/db/agents/agent-names"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { placedAgent } from "@/lib/db/agents/agent-names"
import type { VisibleTeam } from "@/lib/db/teams/visible-teams"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { SEED_FORMATS, type SeedFormat } from "@/lib/memory/seed/seed-formats"
import type { SeedAsked } from "@/lib/memory/seed/seed-entry"
import { categoryOfName, type TaxonomyCategory } from "@/lib/memory/agents/taxonomy-placing"
import { AGENT_PATHS } from "../memories/init"
import { mayNameAgent, noAgentName, type Target, targetOf } from "../proposals/target"
import type { VisibleProject } from "../teams/project-of"
import { storedFormat } from "../writing/revise"

export interface SeedPlace {
  readonly team: VisibleTeam
  readonly project: VisibleProject
  /** ISO date */
  readonly today: string
}

export interface WantedTarget {
  readonly agents: readonly string[]
  readonly category?: string | undefined
  readonly into: "agent" | "category"
  readonly format?: SeedFormat | undefined
}

/** A memory that is to be seeded. */
export interface SeedTarget {
  readonly target: Target
  readonly format: SeedFormat
  /** The text that is written on: what stands there, or the empty form. */
  readonly base: string
  /** Null: the memory of a category. */
  readonly agent: string | null
  readonly category: SeedAsked["category"] | null
  /** Agents with a section in it. */
  readonly roles: readonly string[]
  /** Names of those that want no memory. */
  readonly optedOut: readonly string[]
  readonly standing: "empty" | "has-content"
}

/** The memories that are meant: one for each agent, or that of their category. */
export async function seedTargets(place: SeedPlace, wanted: WantedTarget): Promise<Outcome<SeedTarget[]>> {
  const { team, project } = place
  const agents = [...new Set(wanted.agents.map((name) => name.trim()))]
  const taxonomy = await taxonomyOf(team.id)
  const bad = agents.find((name) => !mayNameAgent(name))
  if (bad !== undefined) return refused("invalid", noAgentName(bad))
  const unknown = whyNoCategory(taxonomy, wanted.category, team)
  if (unknown !== null) return refused("not-found", unknown)
  const categories = await Promise.all(
    agents.map(
      async (name) =>
        wanted.category ??
        (await placedAgent(team.id, { project: project.slug, agent: name }))?.category ??
        categoryOfName(taxonomy, name)?.slug ??
        null,
    ),
  )
  if (wanted.into === "agent")
    return all(
      await Promise.all(
        agents.map((agent, at) =>
          agentTarget(place, { agent, category: categories[at] ?? null, taxonomy, format: wanted.format }),
        ),
      ),
    )
  const [slug, ...others] = [...new Set(categories)]
  if (slug == null || others.length > 0)
    return refused(
      "invalid",
      slug == null
        ? `category: ${agents[0]} has no category: choose one of ${slugsOf(taxonomy)}`
        : `category: the agents belong to ${[slug, ...others.map((one) => one ?? "none")].join(" and ")}: choose one, or seed each category separately`,
    )
  if (wanted.format !== undefined && wanted.format !== "category-memory")
    return refused("invalid", `format: the memory of a category has the format category-memory`)
  return all([await categoryTarget(place, { slug, agents, taxonomy })])
}

const slugsOf = (taxonomy: readonly TaxonomyCategory[]): string =>
  taxonomy
    .map(({ slug }) => slug)
    .toSorted()
    .join(", ")

/** Null where the category is one of the team's, or none is named. */
export const whyNoCategory = (
  taxonomy: readonly TaxonomyCategory[],
  asked: string | undefined,
  team: Pick<VisibleTeam, "name">,
): string | null =>
  asked === undefined || taxonomy.some(({ slug }) => slug === asked)
    ? null
    : `category: category not found in ${team.name}: ${asked}. Choose one of ${slugsOf(taxonomy)}`

function all(outcomes: readonly Outcome<SeedTarget>[]): Outcome<SeedTarget[]> {
  const found: SeedTarget[] = []
  for (const one of outcomes) {
    if (!one.ok) return one
    found.push(one.value)
  }
  return done(found)
}

async function agentTarget(
  place: SeedPlace,
  {
    agent,
    category: slug,
    taxonomy,
    format,
  }: {
    agent: string
    category: string | null
    taxonomy: readonly TaxonomyCategory[]
    format: SeedFormat | undefined
  },
): Promise<Outcome<SeedTarget>> {
  const { team, project } = place
  const found = await targetOf(place, { agent })
  if (!found.ok) return found
  if (found.value.ownSection !== null && format === undefined && slug !== null)
    return categoryTarget(place, { slug, agents: [agent], taxonomy })
  if (format !== undefined && !Object.hasOwn(AGENT_PATHS, format))
    return refused(
      "invalid",
      `format: an agent's own memory has the format ${Object.keys(AGENT_PATHS).join(" or ")}`,
    )
  const target =
    found.value.head || format === undefined
      ? found.value
      : { ...found.value, ...(await madeAt(place, { agent, format: format as keyof typeof AGENT_PATHS })) }
  const category = categoryAsked(taxonomy, slug)
  const roles = category?.coordinator === agent ? [] : [agent]
  return seedTarget(place, {
    target,
    agent,
    category,
    roles,
    optedOut: (await isOptedOut(team.id, project.id, agent)) || target.head?.optedOut === true ? [agent] : [],
  })
}

/** Where the memory of a format would be made; what stands there already is found by its path. */
async function madeAt(
  place: SeedPlace,
  { agent, format }: { agent: string; format: keyof typeof AGENT_PATHS },
): Promise<Partial<Target>> {
  const path = AGENT_PATHS[format](agent)
  const there = await targetOf(place, { file: path })
  return there.ok ? there.value : { format, path, reading: { format: storedFormat(format), path } }
}

async function categoryTarget(
  place: SeedPlace,
  {
    slug,
    agents,
    taxonomy,
  }: { slug: string; agents: readonly string[]; taxonomy: readonly TaxonomyCategory[] },
): Promise<Outcome<SeedTarget>> {
  const { team, project } = place
  const target = await targetOf(place, { category: slug })
  if (!target.ok) return target
  const category = categoryAsked(taxonomy, slug)
  const optedOut = (
    await Promise.all(
      agents.map(async (name) => ((await isOptedOut(team.id, project.id, name)) ? [name] : [])),
    )
  ).flat()
  return seedTarget(place, {
    target: target.value,
    agent: null,
    category,
    roles: agents.filter((name) => name !== category?.coordinator),
    optedOut,
  })
}

function seedTarget(
  { project, today }: SeedPlace,
  found: {
    target: Target
    agent: string | null
    category: SeedTarget["category"]
    roles: readonly string[]
    optedOut: readonly string[]
  },
): Outcome<SeedTarget> {
  const { target, agent, category, roles } = found
  const { head, path } = target
  const format = SEED_FORMATS.find((one) => one === target.format)
  if (format === undefined || head?.role === "identity" || head?.role === "log")
    return refused(
      "invalid",
      `${path} cannot be seeded: it is ${format === undefined ? `in the format ${target.format}` : "not curated memory"}. Choose another with format`,
    )
  if (head?.state === "gone" && head.sourceId !== null)
    return refused(
      "conflict",
      `${path} was removed from its source: restore it from its history, or import it again`,
    )
  if (head?.state === "broken") return refused("conflict", `${path} cannot be parsed: fix it first`)
  const stands = head !== null && head.state !== "gone"
  const base = stands
    ? target.text
    : target.reading.format.scaffold({
        agent,
        project: project.name,
        category: category?.slug ?? null,
        ...(category === null ? {} : { categoryName: category.name }),
        roles,
        date: today,
      })
  return done({
    ...found,
    format,
    base,
    standing: stands && target.entries.length > 0 ? "has-content" : "empty",
  })
}

function categoryAsked(taxonomy: readonly TaxonomyCategory[], slug: string | null): SeedTarget["category"] {
  const found = taxonomy.find((one) => one.slug === slug)
  return found === undefined
    ? null
    : { slug: found.slug, name: found.name, agents: found.agents, coordinator: found.coordinator }
}
