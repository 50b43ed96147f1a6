import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { agentKey, ensureAgents, ensureCategories, lockNames } from "../teams/projects-and-agents"
import { markUnits } from "../alerts/units-to-evaluate"
import { visibleRows } from "../infra/sql-fragments"

/**
 * Returns the agent of a seeded memory. Creates it if it is unknown, and assigns a category if it has none.
 */
export async function ensuredAgent(
  tx: Tx,
  teamId: string,
  {
    projectId,
    name,
    category,
  }: { readonly projectId: string; readonly name: string; readonly category: string | null },
): Promise<{ readonly id: string; readonly made: boolean }> {
  await lockNames(tx, teamId)
  const known = await tx.agent.findUnique({
    where: { teamId_projectId_name: { teamId, projectId, name } },
    select: { id: true, categoryId: true },
  })
  if (known && (known.categoryId !== null || category === null)) return { id: known.id, made: false }
  const categoryId =
    category === null ? null : ((await ensureCategories(tx, teamId, [category])).get(category) ?? null)
  const ids = await ensureAgents(tx, teamId, [{ projectId, name, categoryId }])
  return { id: ids.get(agentKey(projectId, name)) ?? "", made: known === null }
}

export interface EntryNow {
  readonly text: string
  readonly state: string
  readonly line: number
  /** ISO date that the entry states. Null without a date. */
  readonly date: string | null
}

/** Returns the entries of present files with these ids, by id. Missing entries are left out. */
export async function entriesOfIds(
  { teamId }: Visibility,
  ids: readonly string[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<Map<string, EntryNow>> {
  if (ids.length === 0) return new Map()
  const rows = await client.$queryRaw<(EntryNow & { id: string })[]>`
    SELECT e.id, e.text, e.state, e.line, e.stated_on::text AS date FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id AND f.state <> 'gone' WHERE e.team_id = ${teamId}::uuid AND e.id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Marks an agent for evaluation, because the decision about it is not in a file. */
export async function markAgentNamed(tx: Tx, teamId: string, projectId: string, name: string): Promise<void> {
  const agent = await tx.agent.findUnique({
    where: { teamId_projectId_name: { teamId, projectId, name } },
    select: { id: true },
  })
  if (agent) await markUnits(tx, teamId, { files: [], agents: [agent.id], projects: [] })
}

/** Reasons to keep an agent, each with its message, strongest first. */
const HOLDS = [
  ["memory", "it has memory"],
  ["sessions", "it has had sessions"],
  ["receipts", "it has loaded memory"],
  ["proposals", "it has proposals"],
  ["token", "it has its own access token"],
  ["named", "a person assigned it to a category"],
] as const

/**
 * Deletes an agent if nothing refers to it except the removed file `fileId`. The file keeps its history, and
 * belongs to the agent again when it is restored. Returns why the agent stays. Null if the agent was deleted
 * or does not exist.
 */
export async function removeSeededAgent(
  tx: Tx,
  teamId: string,
  {
    projectId,
    name,
    fileId,
  }: { readonly projectId: string; readonly name: string; readonly fileId: string | null },
): Promise<string | null> {
  await lockNames(tx, teamId)
  const agent = await tx.agent.findUnique({
    where: { teamId_projectId_name: { teamId, projectId, name } },
    select: { id: true },
  })
  if (agent === null) return null
  const [held] = await tx.$queryRaw<Record<(typeof HOLDS)[number][0], boolean>[]>`
    SELECT EXISTS (SELECT 1 FROM memory_file WHERE team_id = a.team_id AND agent_id = a.id AND (id IS DISTINCT FROM ${fileId}::uuid OR state <> 'gone')) AS memory,
      EXISTS (SELECT 1 FROM agent_session WHERE team_id = a.team_id AND project_id = a.project_id AND agent_name = a.name) AS sessions,
      EXISTS (SELECT 1 FROM receipt WHERE team_id = a.team_id AND project_id = a.project_id AND agent_name = a.name) AS receipts,
      EXISTS (SELECT 1 FROM proposal WHERE team_id = a.team_id AND project_id = a.project_id AND (agent_name = a.name OR author_agent = a.name)) AS proposals,
      EXISTS (SELECT 1 FROM access_token WHERE team_id = a.team_id AND (project_id IS NULL OR project_id = a.project_id) AND agent = a.name AND revoked_at IS NULL) AS token,
      a.by_hand OR a.opted_out OR EXISTS (SELECT 1 FROM seed_plan WHERE team_id = a.team_id AND project_id = a.project_id AND agent_name = a.name AND state = 'fresh') AS named
    FROM agent a WHERE a.team_id = ${teamId}::uuid AND a.id = ${agent.id}::uuid`
  const why = HOLDS.find(([what]) => held?.[what])
  if (why) return why[1]
  await tx.memoryFile.updateMany({ where: { teamId, agentId: agent.id }, data: { agentId: null } })
  await tx.agent.delete({ where: { teamId_id: { teamId, id: agent.id } } })
  await markUnits(tx, teamId, { files: [], agents: [agent.id], projects: [] })
  return null
}

/**
 * Creates the agents of restored files again that seeding had created, and assigns the files and their
 * entries to them.
 */
export async function bringBackSeededAgents(
  tx: Tx,
  teamId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return
  await tx.$executeRaw`
    WITH back AS (
      SELECT f.id, f.project_id, s.agent_name AS name, c.id AS category_id FROM memory_file f
        JOIN LATERAL (SELECT agent_name, category FROM seed_plan WHERE team_id = f.team_id AND file_id = f.id AND made_agent ORDER BY decided_at DESC LIMIT 1) s ON true
        LEFT JOIN category c ON c.team_id = f.team_id AND c.slug = s.category
      WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...fileIds]}::uuid[]) AND f.agent_id IS NULL
    ), made AS (
      INSERT INTO agent (team_id, id, project_id, name, category_id) SELECT DISTINCT ON (project_id, name) ${teamId}::uuid, gen_random_uuid(), project_id, name, category_id FROM back
      ON CONFLICT (team_id, project_id, name) DO UPDATE SET name = excluded.name RETURNING id, project_id, name
    ), placed AS (
      UPDATE memory_file f SET agent_id = made.id FROM back JOIN made ON made.project_id = back.project_id AND made.name = back.name WHERE f.team_id = ${teamId}::uuid AND f.id = back.id RETURNING f.id, made.id AS agent_id
    )
    UPDATE entry e SET agent_id = placed.agent_id FROM placed WHERE e.team_id = ${teamId}::uuid AND e.file_id = placed.id`
}

/** A memory file that can be a source of a seed. */
export interface SeedMemory {
  readonly file: string
  readonly path: string
  readonly format: string
  readonly role: string
  readonly projectId: string
  /** Slug of its project. */
  readonly project: string
  readonly agent: string | null
  /** Slug of the category whose shared memory it is. */
  readonly category: string | null
  /** Slug of the category of the file's agent. Null without one. */
  readonly agentCategory: string | null
  /** Text of the definition of the file's agent. Null without one. */
  readonly definition: string | null
  readonly revision: number
  /** Number of current and retired entries. */
  readonly entries: number
}

/**
 * Returns the visible memory files with entries that can be sources of a seed, by project and path. Logs, run
 * caches, session memory, instructions and identity files are left out.
 */
export async function seedMemories(visible: Visibility): Promise<SeedMemory[]> {
  return database().$queryRaw<SeedMemory[]>`
    SELECT f.id AS file, f.path, f.format, f.role, f.project_id AS "projectId", p.slug AS project, a.name AS agent, c.slug AS category, ac.slug AS "agentCategory", a.definition, f.head AS revision, f.entries
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id
    WHERE ${visibleRows(visible, "f")} AND f.state <> 'gone' AND f.entries > 0 AND f.scope <> 'session'
      AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.format <> 'instructions' ORDER BY p.slug, f.path`
}

/** An agent without memory, for which memory can be seeded. */
export interface AgentWithoutMemory {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly project: string
  readonly projectName: string
  /** Slug of the category. Null without one. */
  readonly category: string | null
  /** Text of the agent's definition. Null without one. */
  readonly definition: string | null
}

/** SQL condition: file `f` of an agent has entries or cannot be parsed. */
export const HAS_ENTRIES = Prisma.sql`f.state <> 'gone' AND f.role <> 'identity' AND (f.entries > 0 OR f.state = 'broken')`

/**
 * Returns the visible agents without memory of their own, by project and name. Agents whose category has
 * memory are left out unless they have an empty memory file. Agents that opted out are left out.
 */
export async function agentsWithoutMemory(visible: Visibility): Promise<AgentWithoutMemory[]> {
  return database().$queryRaw<AgentWithoutMemory[]>`
    SELECT a.id, a.name, a.project_id AS "projectId", p.slug AS project, p.name AS "projectName", c.slug AS category, a.definition
    FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE ${visibleRows(visible, "a")} AND NOT a.opted_out
      AND NOT EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = a.team_id AND f.agent_id = a.id AND ${HAS_ENTRIES})
      AND (EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.role <> 'identity')
        OR NOT EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = a.team_id AND f.category_id = a.category_id AND f.project_id = a.project_id AND f.agent_id IS NULL AND f.state <> 'gone' AND f.entries > 0))
    ORDER BY p.slug, a.name`
}

/** Returns the texts of agents' definitions in a project, by name. Agents without one are left out. */
export async function definitionsOf(
  { teamId }: Visibility,
  projectId: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  const told = await database().agent.findMany({
    where: { teamId, projectId, name: { in: [...names] }, definition: { not: null } },
    select: { name: true, definition: true },
  })
  return Object.fromEntries(told.map(({ name, definition }) => [name, definition ?? ""]))
}
