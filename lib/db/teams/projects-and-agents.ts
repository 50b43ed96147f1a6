import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { slugOf } from "@/lib/memory/text/names"
import { taxonomyOf } from "../agents/categories"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId, isId } from "../infra/identifiers"

/** Creates a team. Adds a number to its slug if that is taken. */
export async function createTeam(
  tx: Tx,
  name: string,
  options: { sample?: boolean } = {},
): Promise<{ id: string; name: string; slug: string }> {
  const taken = new Set((await tx.team.findMany({ select: { slug: true } })).map((one) => one.slug))
  return tx.team.create({
    data: { id: newId(), name, slug: freeSlug(name, taken), sample: options.sample ?? false },
    select: { id: true, name: true, slug: true },
  })
}

/** True if the team has a project with this slug. */
export async function isProject(
  { teamId }: Visibility,
  slug: string,
  client: Pick<Reader, "project"> = database(),
): Promise<boolean> {
  return (await client.project.count({ where: { teamId, slug } })) > 0
}

/** Returns those projects of a team that have one of these names, by name. */
export async function projectsNamed(
  { teamId }: Visibility,
  names: readonly string[],
): Promise<Map<string, { readonly id: string; readonly slug: string }>> {
  const found = await database().project.findMany({
    where: { teamId, name: { in: [...names] } },
    select: { id: true, name: true, slug: true },
  })
  return new Map(found.map(({ name, ...project }) => [name, project]))
}

/** Locks the names of a team's projects, categories and agents, so that none is created twice. */
export async function lockNames(tx: Tx, teamId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`places:${teamId}`}, 0))`
}

/** Returns the ids of all projects of a team, by name. Creates missing projects. */
export async function ensureProjects(
  tx: Tx,
  teamId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const known = await tx.project.findMany({ where: { teamId }, select: { id: true, name: true, slug: true } })
  const ids = new Map(known.map((one) => [one.name, one.id]))
  const taken = new Set(known.map((one) => one.slug))
  for (const name of new Set(names)) {
    if (ids.has(name)) continue
    const id = newId()
    const slug = freeSlug(name, taken)
    taken.add(slug)
    ids.set(name, id)
    await tx.project.create({ data: { teamId, id, name, slug } })
  }
  return ids
}

/**
 * Returns the ids of all categories of a team, by slug. Creates missing categories from the taxonomy of the
 * team, or with default settings.
 */
export async function ensureCategories(
  tx: Tx,
  teamId: string,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  const ids = new Map(
    (await tx.category.findMany({ where: { teamId }, select: { id: true, slug: true } })).map((one) => [
      one.slug,
      one.id,
    ]),
  )
  const missing = [...new Set(slugs)].filter((slug) => !ids.has(slug))
  if (missing.length === 0) return ids
  const taxonomy = await taxonomyOf(wholeTeamUnchecked(teamId), tx)
  for (const slug of missing) {
    const id = newId()
    ids.set(slug, id)
    const template = taxonomy.find((one) => one.slug === slug) ?? { ...UNKNOWN_CATEGORY, name: titleOf(slug) }
    await tx.category.create({
      data: {
        teamId,
        id,
        slug,
        name: template.name,
        writePolicy: template.writePolicy,
        coordinator: template.coordinator,
        sharing: template.sharing,
        members: [...template.agents],
        rules: [...template.rules],
      },
    })
  }
  return ids
}

/** The settings of an agent from its definition. */
export interface AgentDefinition {
  /** Name of the project. */
  readonly project: string
  readonly agent: string
  readonly optedOut: boolean
  readonly definition: string | null
  /** Id of the category. Null if the definition names none. */
  readonly categoryId: string | null
}

/** Stores an agent's definition. Its category does not replace one that a person chose. */
export async function setDefinition(
  tx: Tx,
  teamId: string,
  { project, agent, optedOut, definition, categoryId }: AgentDefinition,
): Promise<void> {
  const where = { teamId, name: agent, project: { name: project } }
  await tx.agent.updateMany({ where, data: { optedOut, definition } })
  if (categoryId !== null)
    await tx.agent.updateMany({ where: { ...where, byHand: false }, data: { categoryId } })
}

/** Settings of a category that the team's taxonomy does not have. */
const UNKNOWN_CATEGORY = {
  writePolicy: "coordinated",
  coordinator: null,
  sharing: "high",
  agents: [],
  rules: [],
} as const

export interface AgentToPlace {
  readonly projectId: string
  readonly name: string
  readonly categoryId: string | null
}

/**
 * Returns ids by `agentKey`. Creates missing agents. An existing agent without a category gets one, unless a
 * person chose none.
 */
export async function ensureAgents(
  tx: Tx,
  teamId: string,
  agents: readonly AgentToPlace[],
): Promise<Map<string, string>> {
  const known = await tx.agent.findMany({
    where: {
      teamId,
      projectId: { in: [...new Set(agents.map((one) => one.projectId))] },
      name: { in: [...new Set(agents.map((one) => one.name))] },
    },
  })
  const byKey = new Map(known.map((one) => [agentKey(one.projectId, one.name), one]))
  const ids = new Map(known.map((one) => [agentKey(one.projectId, one.name), one.id]))
  const fresh = new Map<string, AgentToPlace & { teamId: string; id: string }>()
  for (const one of agents) {
    const key = agentKey(one.projectId, one.name)
    const there = byKey.get(key)
    if (there?.categoryId === null && !there.byHand && one.categoryId !== null)
      await tx.agent.update({
        where: { teamId_id: { teamId, id: there.id } },
        data: { categoryId: one.categoryId },
      })
    if (ids.has(key)) continue
    const id = newId()
    ids.set(key, id)
    fresh.set(key, { teamId, id, ...one })
  }
  await tx.agent.createMany({ data: [...fresh.values()] })
  return ids
}

export function agentKey(projectId: string, name: string): string {
  return `${projectId}/${name}`
}

function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name)
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
  }
}

function titleOf(slug: string): string {
  return slug.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase())
}

/**
 * Returns those of the files, proposals, alerts, syntheses and seed plans that belong to a project, by id.
 */
export async function idsOfProject(
  { teamId }: Visibility,
  projectId: string,
  {
    files,
    proposals,
    alerts = [],
    syntheses = [],
    seeds = [],
  }: {
    files: readonly string[]
    proposals: readonly string[]
    alerts?: readonly string[]
    syntheses?: readonly string[]
    seeds?: readonly string[]
  },
): Promise<Set<string>> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT id FROM memory_file WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${files.filter(isId)}::uuid[])
    UNION ALL SELECT id FROM proposal WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${proposals.filter(isId)}::uuid[])
    UNION ALL SELECT id FROM alert WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${alerts.filter(isId)}::uuid[])
    UNION ALL SELECT id FROM synthesis WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${syntheses.filter(isId)}::uuid[])
    UNION ALL SELECT id FROM seed_plan WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND id = ANY(${seeds.filter(isId)}::uuid[])`
  return new Set(rows.map((row) => row.id))
}
