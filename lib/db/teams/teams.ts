import type { Prisma } from "@/generated/prisma/client"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, prepared } from "../infra/client"
import { batched } from "../infra/batching"
import type { Tx } from "../infra/commit"

export interface VisibleTeam {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** True for a sample team, which was loaded from samples/. */
  readonly sample: boolean
}

/**
 * Returns the teams that the actor may read, by name, sample teams last. Other teams must look as if they did
 * not exist.
 */
export async function visibleTeams(actor: Actor): Promise<VisibleTeam[]> {
  const all: Prisma.TeamFindManyArgs & { select: { id: true; name: true; slug: true; sample: true } } = {
    select: { id: true, name: true, slug: true, sample: true },
    orderBy: [{ sample: "asc" }, { name: "asc" }],
  }
  switch (actor.kind) {
    case "system":
      return database().team.findMany(all)
    case "person":
      return database().team.findMany(
        actor.owner ? all : { ...all, where: { id: { in: actor.memberships.map((one) => one.teamId) } } },
      )
    case "token":
      return actor.teamId === null ? database().team.findMany(all) : readTeam(actor.teamId)
  }
}

const readTeam = batched<string, VisibleTeam[]>(async (ids) => {
  const teams = await database().team.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, slug: true, sample: true },
  })
  return ids.map((id) => teams.filter((team) => team.id === id))
})

export interface TeamWithProjects extends VisibleTeam {
  readonly projects: readonly { readonly id: string; readonly slug: string; readonly name: string }[]
}

/**
 * Returns the teams that the actor may read, with all their projects. `named`: slug, id, or name in lower
 * case of the teams to return; null for all.
 */
export async function visiblePlaces(actor: Actor, named: string | null): Promise<TeamWithProjects[]> {
  const isNamed = (team: VisibleTeam) =>
    named === null || [team.slug, team.id, team.name.toLowerCase()].includes(named)
  if (actor.kind === "token" && actor.teamId !== null) {
    return (await readPlacesOf(actor.teamId)).filter(isNamed)
  }
  const among = actor.kind === "person" && !actor.owner ? actor.memberships.map((one) => one.teamId) : null
  // Some databases cannot convert letters beyond ASCII to lower case.
  const plain = named !== null && /^[ -~]*$/.test(named) ? named : null
  return (await database().$queryRawUnsafe<TeamWithProjects[]>(prepared(PLACES), among, plain)).filter(
    isNamed,
  )
}

const readPlacesOf = batched<string, TeamWithProjects[]>(async (ids) => {
  const places = await database().$queryRawUnsafe<TeamWithProjects[]>(
    prepared(PLACES),
    [...new Set(ids)],
    null,
  )
  return ids.map((id) => places.filter((place) => place.id === id))
})

const PLACES = `SELECT t.id, t.name, t.slug, t.sample, (SELECT coalesce(json_agg(json_build_object('id', p.id, 'slug', p.slug, 'name', p.name) ORDER BY p.name), '[]') FROM project p WHERE p.team_id = t.id) AS projects
  FROM team t WHERE ($1::uuid[] IS NULL OR t.id = ANY($1::uuid[])) AND ($2::text IS NULL OR $2 IN (t.slug, t.id::text, lower(t.name))) ORDER BY t.sample, t.name`

/** Returns the project that an actor's token is bound to, or null. Every query below a team uses it, except for memory that the whole team shares. */
export function projectBound(actor: Actor): string | null {
  return actor.kind === "token" ? actor.projectId : null
}

/** Scopes of memory that all agents of a team share, unless the file belongs to an agent or a category. */
export const SHARED_SCOPES: readonly string[] = ["team", "global"]

/** Returns true if the actor may read a memory file of a team that the actor may read. `agent` and `category`: null if the file has none. */
export function mayReadFile(
  actor: Actor,
  file: {
    readonly projectId: string
    readonly scope: string
    readonly agent: unknown
    readonly category: unknown
  },
): boolean {
  const bound = projectBound(actor)
  const shared = SHARED_SCOPES.includes(file.scope) && file.agent === null && file.category === null
  return bound === null || file.projectId === bound || shared
}

export async function findTeamName({ teamId }: Visibility): Promise<string | null> {
  return (await database().team.findUnique({ where: { id: teamId }, select: { name: true } }))?.name ?? null
}

/**
 * Returns the id of the team with this name, ignoring case. Null if there is none. Locks team names until the
 * end of the transaction.
 */
export async function teamNamed(tx: Tx, name: string): Promise<string | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('quarterdeck.team-names'))`
  const [row] = await tx.$queryRaw<
    { id: string }[]
  >`SELECT id FROM team WHERE lower(name) = lower(${name}) LIMIT 1`
  return row?.id ?? null
}

export async function renameTeam(tx: Tx, teamId: string, name: string): Promise<void> {
  await tx.team.update({ where: { id: teamId }, data: { name } })
}

export interface TeamOverview extends VisibleTeam {
  readonly projects: readonly { readonly slug: string; readonly name: string }[]
  readonly agents: number
}

/** Returns the actor's teams with their projects, in the order of `visibleTeams`. */
export async function teamsWithProjects(actor: Actor): Promise<TeamOverview[]> {
  const teams = await visibleTeams(actor)
  const bound = projectBound(actor)
  const teamId = { in: teams.map((team) => team.id) }
  const [projects, agents] = await Promise.all([
    database().project.findMany({
      where: { teamId, ...(bound === null ? {} : { id: bound }) },
      select: { teamId: true, slug: true, name: true },
    }),
    database().agent.groupBy({
      by: ["teamId"],
      where: { teamId, ...(bound === null ? {} : { projectId: bound }) },
      _count: true,
    }),
  ])
  return teams.map((team) => ({
    ...team,
    projects: projects
      .filter((one) => one.teamId === team.id)
      .map(({ slug, name }) => ({ slug, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name, "en")),
    agents: agents.find((one) => one.teamId === team.id)?._count ?? 0,
  }))
}

/** The steps of the setup checklist that a team has done. */
export interface SetupFacts {
  readonly source: boolean
  readonly files: boolean
  readonly decided: boolean
  readonly invited: boolean
  readonly delivered: boolean
}

/** Returns the steps that a team has done. Reads all steps in one query. */
export async function readSetupFacts({ teamId }: Visibility): Promise<SetupFacts> {
  const [row] = await database().$queryRaw<SetupFacts[]>`
    SELECT EXISTS (SELECT 1 FROM source WHERE team_id = ${teamId}::uuid) AS source,
      EXISTS (SELECT 1 FROM memory_file WHERE team_id = ${teamId}::uuid) AS files,
      EXISTS (SELECT 1 FROM review WHERE team_id = ${teamId}::uuid) OR EXISTS (SELECT 1 FROM conflict WHERE team_id = ${teamId}::uuid AND state IN ('resolved', 'dismissed')) AS decided,
      (SELECT count(*) FROM membership WHERE team_id = ${teamId}::uuid) > 1 OR EXISTS (SELECT 1 FROM invitation WHERE team_id = ${teamId}::uuid) AS invited,
      EXISTS (SELECT 1 FROM receipt WHERE team_id = ${teamId}::uuid) AS delivered`
  return row as SetupFacts
}
