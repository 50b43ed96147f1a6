import type { Prisma } from "@/generated/prisma/client"
import type { Actor } from "@/lib/memory/actor"
import { database } from "./client"

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
      return database().team.findMany(actor.teamId === null ? all : { ...all, where: { id: actor.teamId } })
  }
}

/** The project that an actor's token is bound to, or null. Part of every query below a team. */
export function projectBound(actor: Actor): string | null {
  return actor.kind === "token" ? actor.projectId : null
}
