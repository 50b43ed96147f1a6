import type { Prisma } from "@/generated/prisma/client"
import type { Actor } from "@/lib/memory/teams/actor"
import { database } from "../infra/client"
import { prepared } from "../infra/prepared-statements"
import { batched } from "../infra/batching"

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
