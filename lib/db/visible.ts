import type { Prisma } from "@/generated/prisma/client"
import type { Actor } from "@/lib/memory/actor"
import { database } from "./client"
import { together } from "./together"

export interface VisibleTeam {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** Loaded from samples/. */
  readonly sample: boolean
}

/** The teams that the actor may read; what is not in them does not exist for them. */
export async function visibleTeams(actor: Actor): Promise<VisibleTeam[]> {
  const all: Prisma.TeamFindManyArgs & { select: { id: true; name: true; slug: true; sample: true } } = { select: { id: true, name: true, slug: true, sample: true }, orderBy: [{ sample: "asc" }, { name: "asc" }] }
  switch (actor.kind) {
    case "system":
      return database().team.findMany(all)
    case "person":
      return database().team.findMany(actor.owner ? all : { ...all, where: { id: { in: actor.memberships.map((one) => one.teamId) } } })
    case "token":
      return actor.teamId === null ? database().team.findMany(all) : readTeam(actor.teamId)
  }
}

const readTeam = together<string, VisibleTeam[]>(async (ids) => {
  const teams = await database().team.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true, slug: true, sample: true } })
  return ids.map((id) => teams.filter((team) => team.id === id))
})

/** The project that an actor's token is bound to, or null. Part of every query below a team. */
export function projectBound(actor: Actor): string | null {
  return actor.kind === "token" ? actor.projectId : null
}
