import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"

/** A memory that could be seeded from. */
export interface SeedMemory {
  readonly file: string
  readonly path: string
  readonly format: string
  readonly role: string
  readonly projectId: string
  /** Its slug. */
  readonly project: string
  readonly agent: string | null
  /** Slug: of which category it is the shared memory. */
  readonly category: string | null
  /** Slug: to which its agent belongs. */
  readonly agentCategory: string | null
  /** What its agent's definition says. */
  readonly definition: string | null
  readonly revision: number
  /** Current and retired ones. */
  readonly entries: number
}

/** Curated memories of a team that say something, by project and path; `projectId`: of one project alone. Logs, runs and identities are none. */
export async function seedMemories(teamId: string, projectId: string | null): Promise<SeedMemory[]> {
  return database().$queryRaw<SeedMemory[]>`
    SELECT f.id AS file, f.path, f.format, f.role, f.project_id AS "projectId", p.slug AS project, a.name AS agent, c.slug AS category, ac.slug AS "agentCategory", a.definition, f.head AS revision, f.entries
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id
    WHERE f.team_id = ${teamId}::uuid AND (${projectId}::uuid IS NULL OR f.project_id = ${projectId}::uuid) AND f.state <> 'gone' AND f.entries > 0 AND f.scope <> 'session'
      AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.format <> 'instructions' ORDER BY p.slug, f.path`
}

/** An agent that begins every session from nothing. */
export interface ColdAgent {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly project: string
  readonly projectName: string
  /** Slug. */
  readonly category: string | null
  /** What its definition says. */
  readonly definition: string | null
}

/** Of a file `f` of an agent: it says something, or would if it could be read. */
export const KEEPS_MEMORY = Prisma.sql`f.state <> 'gone' AND f.role <> 'identity' AND (f.entries > 0 OR f.state = 'broken')`

/** Agents that have nothing of their own, and nothing in what their category shares; those that opted out are none of them. */
export async function coldAgents(teamId: string, projectId: string | null): Promise<ColdAgent[]> {
  return database().$queryRaw<ColdAgent[]>`
    SELECT a.id, a.name, a.project_id AS "projectId", p.slug AS project, p.name AS "projectName", c.slug AS category, a.definition
    FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE a.team_id = ${teamId}::uuid AND (${projectId}::uuid IS NULL OR a.project_id = ${projectId}::uuid) AND NOT a.opted_out
      AND NOT EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = a.team_id AND f.agent_id = a.id AND ${KEEPS_MEMORY})
      AND (EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.role <> 'identity')
        OR NOT EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = a.team_id AND f.category_id = a.category_id AND f.project_id = a.project_id AND f.agent_id IS NULL AND f.state <> 'gone' AND f.entries > 0))
    ORDER BY p.slug, a.name`
}

/** What the definitions of a project's agents say, by their names; those without one are not there. */
export async function definitionsOf(
  teamId: string,
  projectId: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  const told = await database().agent.findMany({
    where: { teamId, projectId, name: { in: [...names] }, definition: { not: null } },
    select: { name: true, definition: true },
  })
  return Object.fromEntries(told.map(({ name, definition }) => [name, definition ?? ""]))
}
