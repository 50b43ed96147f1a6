import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { isOptedOut, placedAgent } from "@/lib/db/agents/agent-names"
import { taxonomyOf } from "@/lib/db/agents/categories"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { SEED_FORMATS, type SeedFormat, type SeedInput } from "@/lib/memory/seed/seed-entry"
import { categoryOfName, type TaxonomyCategory } from "@/lib/memory/agents/categories"
import type { Tx } from "@/lib/db/infra/commit"
import {
  findCurrentFileAt,
  type CurrentFile,
  type CurrentEntry,
  entriesAtHead,
} from "@/lib/db/memory-files/current-revisions"
import type { SeedPlanRow } from "@/lib/db/seed/plans"
import type { Seeding } from "@/lib/memory/seed/seeded-file"
import { AGENT_PATHS } from "../memories/memories"
import { mayNameAgent, noAgentName, type Target, targetOf } from "../proposals/target"
import type { VisibleProject } from "../teams/team-and-project"
import { storedFormat, type Reading, readingOf } from "../writing/revise-head"

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

/** A memory to seed. */
export interface SeedTarget {
  readonly target: Target
  readonly format: SeedFormat
  /** Text before the seeding: the current text, or the empty structure of the format. */
  readonly base: string
  /** Name of the agent. Null for the memory of a category. */
  readonly agent: string | null
  readonly category: SeedInput["category"] | null
  /** Names of the agents with a section in the file. */
  readonly roles: readonly string[]
  /** Names of agents that have opted out of memory. */
  readonly optedOut: readonly string[]
  readonly standing: "empty" | "has-content"
}

/** Returns the memory of each agent, or one memory of their category. Refuses names that are not valid. */
export async function seedTargets(place: SeedPlace, wanted: WantedTarget): Promise<Outcome<SeedTarget[]>> {
  const { team, project } = place
  const agents = [...new Set(wanted.agents.map((name) => name.trim()))]
  const taxonomy = await taxonomyOf(wholeTeamUnchecked(team.id))
  const bad = agents.find((name) => !mayNameAgent(name))
  if (bad !== undefined) return refused("invalid", noAgentName(bad))
  const unknown = whyNoCategory(taxonomy, wanted.category, team)
  if (unknown !== null) return refused("not-found", unknown)
  const categories = await Promise.all(
    agents.map(
      async (name) =>
        wanted.category ??
        (await placedAgent(wholeTeamUnchecked(team.id), { project: project.slug, agent: name }))?.category ??
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
        ? `category: ${agents[0]} has no category. Choose one of ${slugsOf(taxonomy)}`
        : `category: the agents belong to different categories (${[slug, ...others.map((one) => one ?? "none")].join(", ")}). Choose one category, or seed each category separately`,
    )
  if (wanted.format !== undefined && wanted.format !== "category-memory")
    return refused("invalid", `format: category memory must have the format category-memory`)
  return all([await categoryTarget(place, { slug, agents, taxonomy })])
}

const slugsOf = (taxonomy: readonly TaxonomyCategory[]): string =>
  taxonomy
    .map(({ slug }) => slug)
    .toSorted()
    .join(", ")

/** Returns why a category cannot be used. Null if it exists or none is named. */
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
  if (format !== undefined && !isAgentFormat(format))
    return refused(
      "invalid",
      `format: an agent's own memory must have the format ${Object.keys(AGENT_PATHS).join(" or ")}`,
    )
  const target = await inFormat(place, found.value, agent, format)
  const category = categoryAsked(taxonomy, slug)
  const optedOut =
    target.head?.optedOut === true || (await isOptedOut(wholeTeamUnchecked(team.id), project.id, agent))
  return seedTarget(place, {
    target,
    agent,
    category,
    roles: category?.coordinator === agent ? [] : [agent],
    optedOut: optedOut ? [agent] : [],
  })
}

type AgentFormat = keyof typeof AGENT_PATHS

const isAgentFormat = (format: SeedFormat): format is SeedFormat & AgentFormat =>
  Object.hasOwn(AGENT_PATHS, format)

/**
 * Returns the target in the chosen format if the agent has no memory yet. Else returns the target unchanged.
 */
async function inFormat(
  place: SeedPlace,
  target: Target,
  agent: string,
  format: AgentFormat | undefined,
): Promise<Target> {
  if (target.head || format === undefined) return target
  return { ...target, ...(await madeAt(place, { agent, format })) }
}

/** Returns the path and format of a new memory, or the target at that path if the file exists. */
async function madeAt(
  place: SeedPlace,
  { agent, format }: { agent: string; format: AgentFormat },
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
      agents.map(async (name) =>
        (await isOptedOut(wholeTeamUnchecked(team.id), project.id, name)) ? [name] : [],
      ),
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

type FoundTarget = Omit<SeedTarget, "format" | "base" | "standing">

function seedTarget(place: SeedPlace, found: FoundTarget): Outcome<SeedTarget> {
  const { target } = found
  const format = seedFormat(target)
  if (!format.ok) return format
  const why = whyNotSeeded(target)
  if (why) return why
  const exists = target.head !== null && target.head.state !== "gone"
  return done({
    ...found,
    format: format.value,
    base: exists ? target.text : emptyText(place, found),
    standing: exists && target.entries.length > 0 ? "has-content" : "empty",
  })
}

function seedFormat({ head, path, format: stored }: Target): Outcome<SeedFormat> {
  const format = SEED_FORMATS.find((one) => one === stored)
  if (format === undefined || head?.role === "identity" || head?.role === "log")
    return refused(
      "invalid",
      `${path} cannot be seeded: it is ${format === undefined ? `in the format ${stored}` : "not curated memory"}. Set format to choose a different one`,
    )
  return done(format)
}

function whyNotSeeded({ head, path }: Target): Refusal | null {
  if (head?.state === "gone" && head.sourceId !== null)
    return refused(
      "conflict",
      `${path} was removed from its source. Restore the file from its history, or import it again`,
    )
  return head?.state === "broken" ? refused("conflict", `${path} cannot be parsed. Fix the file first`) : null
}

const emptyText = ({ project, today }: SeedPlace, { target, agent, category, roles }: FoundTarget): string =>
  target.reading.format.scaffold({
    agent,
    project: project.name,
    category: category?.slug ?? null,
    ...(category === null ? {} : { categoryName: category.name }),
    roles,
    date: today,
  })

function categoryAsked(taxonomy: readonly TaxonomyCategory[], slug: string | null): SeedTarget["category"] {
  const found = taxonomy.find((one) => one.slug === slug)
  return found === undefined
    ? null
    : { slug: found.slug, name: found.name, agents: found.agents, coordinator: found.coordinator }
}

/** Stored memory at the path to which a plan would write. */
export interface CurrentTarget {
  /** Current file, or null if there is none. */
  readonly head: CurrentFile | null
  /** Removed file at the path, or null. Seeding restores it. */
  readonly gone: CurrentFile | null
  readonly entries: readonly CurrentEntry[]
  readonly reading: Reading
  /** Text that the seeding extends. */
  readonly base: string
  readonly standing: "empty" | "has-content"
  /** Names of agents that opted out of memory. */
  readonly optedOut: readonly string[]
}

/**
 * Finds the memory that a stored plan is for. Uses the path, because the file may have been created after the
 * plan.
 */
export async function findTarget(row: SeedPlanRow, tx?: Tx): Promise<CurrentTarget> {
  const { teamId, projectId, path } = row
  const found = await findCurrentFileAt(wholeTeamUnchecked(teamId), projectId, path, tx)
  const head = found?.state === "gone" ? null : found
  const entries = found ? await entriesAtHead(wholeTeamUnchecked(teamId), found.id, tx) : []
  const optedOut = await listOptedOut(row, tx)
  const empty = await emptyForm(row, tx)
  const reading = found
    ? await readingOf(wholeTeamUnchecked(teamId), found, tx)
    : { format: storedFormat(row.format), path }
  return {
    head,
    gone: found?.state === "gone" ? found : null,
    entries,
    reading,
    base: head?.text ?? empty,
    standing: head && entries.length > 0 ? "has-content" : "empty",
    optedOut,
  }
}

/** Returns the names of the plan's agents that opted out of memory. */
async function listOptedOut(
  { teamId, projectId, agentName, roles }: SeedPlanRow,
  tx?: Tx,
): Promise<string[]> {
  const optedOut: string[] = []
  for (const name of agentName === null ? roles : [agentName])
    if (await isOptedOut(wholeTeamUnchecked(teamId), projectId, name, tx)) optedOut.push(name)
  return optedOut
}

async function emptyForm(
  { teamId, format, agentName, projectName, category, roles }: SeedPlanRow,
  tx?: Tx,
): Promise<string> {
  const name =
    category === null
      ? undefined
      : (await taxonomyOf(wholeTeamUnchecked(teamId), tx)).find(({ slug }) => slug === category)?.name
  return storedFormat(format).scaffold({
    agent: agentName,
    project: projectName,
    category,
    ...(name === undefined ? {} : { categoryName: name }),
    roles,
    date: new Date().toISOString().slice(0, 10),
  })
}

export const seedingOn = (
  { reading, base }: Pick<CurrentTarget, "reading" | "base">,
  { roles, placements }: Pick<SeedPlanRow, "roles" | "placements">,
): Seeding => ({
  format: reading.format,
  path: reading.path,
  text: base,
  roles,
  stood: new Map(placements.map(({ entry, section }) => [entry, section])),
})
