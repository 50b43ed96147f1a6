import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { agentKey, ensureAgents, ensureCategories, lockNames } from "../teams/projects-and-agents"
import { markUnits } from "../alerts/units-to-evaluate"

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
