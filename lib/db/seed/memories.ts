import { visibleRows } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"

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
