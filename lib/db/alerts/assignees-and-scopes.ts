import type { AlertUnit } from "@/lib/memory/alerts/kinds"
import type { AlertPlace } from "@/lib/memory/alerts/alert-state-changes"
import type { MemoryOwner } from "@/lib/memory/policies/policy"
import type { Tx } from "../infra/commit"

interface PlaceNames {
  agent(id: string | null): string | null
  whose(place: AlertPlace): MemoryOwner
}

/**
 * Returns functions that give the names of alerts' agents and owners, as ignore rules and policies use them.
 */
export async function placeNames(tx: Tx, teamId: string, places: readonly AlertPlace[]): Promise<PlaceNames> {
  const ids = (of: (place: AlertPlace) => string | null) => [
    ...new Set(places.flatMap((place) => of(place) ?? [])),
  ]
  const [agents, projects, categories, files] = [
    ids((one) => one.agentId),
    ids((one) => one.projectId),
    ids((one) => one.categoryId),
    ids((one) => one.fileId),
  ]
  const rows = await tx.$queryRaw<{ id: string; name: string; of: string; category: string | null }[]>`
    SELECT a.id, a.name, 'agent' AS of, c.slug AS category FROM agent a LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id WHERE a.team_id = ${teamId}::uuid AND a.id = ANY(${agents}::uuid[])
    UNION ALL SELECT id, slug, 'project', NULL FROM project WHERE team_id = ${teamId}::uuid AND id = ANY(${projects}::uuid[])
    UNION ALL SELECT id, slug, 'category', NULL FROM category WHERE team_id = ${teamId}::uuid AND id = ANY(${categories}::uuid[])
    UNION ALL SELECT id, scope, 'file', NULL FROM memory_file WHERE team_id = ${teamId}::uuid AND id = ANY(${files}::uuid[])`
  const known = new Map(rows.map((row) => [row.id, row]))
  const name = (id: string | null) => (id === null ? null : (known.get(id)?.name ?? null))
  return {
    agent: name,
    whose: ({ projectId, agentId, categoryId, fileId }) => ({
      scope: ((fileId === null ? null : known.get(fileId)?.name) ?? "project") as MemoryOwner["scope"],
      project: name(projectId),
      agent: name(agentId),
      category: name(categoryId) ?? (agentId === null ? null : (known.get(agentId)?.category ?? null)),
    }),
  }
}

/**
 * Returns the project, agent, category and file to which alerts of units belong, by unit id. Units that no
 * longer exist are missing.
 */
export async function unitPlaces(
  tx: Tx,
  teamId: string,
  unit: AlertUnit,
  ids: readonly string[],
): Promise<Map<string, AlertPlace & { readonly path: string | null }>> {
  if (ids.length === 0) return new Map()
  const of = { teamId, id: { in: [...ids] } }
  if (unit === "file") {
    const files = await tx.memoryFile.findMany({
      where: of,
      select: { id: true, projectId: true, agentId: true, categoryId: true, path: true },
    })
    return new Map(files.map(({ id, ...place }) => [id, { ...place, fileId: id }]))
  }
  if (unit === "agent") {
    const agents = await tx.agent.findMany({
      where: of,
      select: { id: true, projectId: true, categoryId: true },
    })
    return new Map(
      agents.map(({ id, ...place }) => [id, { ...place, agentId: id, fileId: null, path: null }]),
    )
  }
  const projects = await tx.project.findMany({ where: of, select: { id: true } })
  const nowhere = { agentId: null, categoryId: null, fileId: null, path: null }
  return new Map(projects.map(({ id }) => [id, { ...nowhere, projectId: id }]))
}

/**
 * Returns the ids of active users to whom alerts of a team can be assigned, by e-mail address in lower case:
 * members of the team, and owners of the deployment.
 */
export async function ownersByEmail(tx: Tx, teamId: string): Promise<Map<string, string>> {
  const people = await tx.user.findMany({
    where: { disabledAt: null, OR: [{ owner: true }, { memberships: { some: { teamId } } }] },
    select: { id: true, email: true },
  })
  return new Map(people.flatMap(({ id, email }) => (email === null ? [] : [[email.toLowerCase(), id]])))
}
