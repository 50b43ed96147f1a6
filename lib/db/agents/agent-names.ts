import { visibleRows, containing } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "../infra/client"

export async function listAgentNames({ teamId }: Visibility, projectId: string): Promise<string[]> {
  return (
    await database().agent.findMany({
      where: { teamId, projectId },
      select: { name: true },
      orderBy: { name: "asc" },
    })
  ).map((one) => one.name)
}

/** True if the agent opted out of memory. False for an unknown agent. */
export async function isOptedOut(
  { teamId }: Visibility,
  projectId: string,
  name: string,
  client: Pick<Reader, "agent"> = database(),
): Promise<boolean> {
  return (
    (
      await client.agent.findUnique({
        where: { teamId_projectId_name: { teamId, projectId, name } },
        select: { optedOut: true },
      })
    )?.optedOut ?? false
  )
}

export async function findAgent(
  { teamId }: Visibility,
  projectId: string,
  name: string,
): Promise<{ id: string; name: string } | null> {
  return database().agent.findUnique({
    where: { teamId_projectId_name: { teamId, projectId, name } },
    select: { id: true, name: true },
  })
}

/** Returns the names of a team's agents in all projects, sorted and without duplicates. */
export async function teamAgentNames({ teamId }: Visibility): Promise<string[]> {
  const rows = await database().agent.findMany({
    where: { teamId },
    select: { name: true },
    distinct: ["name"],
    orderBy: { name: "asc" },
  })
  return rows.map((one) => one.name)
}

/**
 * Returns the agents of a team, or of the visible project, sorted by project, category and name. `project`:
 * slug. `category`: name of the category. Agents without a category come last in their project.
 */
export async function listTeamAgents(
  visible: Visibility,
): Promise<{ name: string; project: string; category: string | null; optedOut: boolean }[]> {
  return database().$queryRaw`
    SELECT a.name, p.slug AS project, c.name AS category, a.opted_out AS "optedOut" FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE ${visibleRows(visible, "a")} ORDER BY p.name, p.slug, c.name NULLS LAST, a.name`
}

/**
 * Returns the category's slug of an agent, which is found by the slug of its project and its name. Null if
 * the agent does not exist.
 */
export async function placedAgent(
  { teamId }: Visibility,
  { project, agent }: { readonly project: string; readonly agent: string },
  client: Pick<Reader, "agent"> = database(),
): Promise<{ category: string | null } | null> {
  const row = await client.agent.findFirst({
    where: { teamId, name: agent, project: { slug: project } },
    select: { category: { select: { slug: true } } },
  })
  return row && { category: row.category?.slug ?? null }
}

/**
 * Returns agents whose name or "project/name" contains the text, at most `take`. Agents whose name begins
 * with the text come first. `project` and `category`: slugs.
 */
export async function findPlacedAgents(
  { teamId }: Visibility,
  letters: string,
  take: number,
): Promise<{ name: string; project: string; category: string | null }[]> {
  const like = containing(letters)
  return database().$queryRaw`
    SELECT a.name, p.slug AS project, c.slug AS category FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE a.team_id = ${teamId}::uuid AND (a.name ILIKE ${like} OR p.slug || '/' || a.name ILIKE ${like}) ORDER BY strpos(lower(a.name), lower(${letters})) <> 1, a.name, p.slug LIMIT ${take}`
}
