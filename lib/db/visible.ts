import type { Actor } from "@/lib/memory/actor"
import { database } from "./client"

/** What a reader looks at: one team, and perhaps one project of it. */
export interface View {
  readonly teamId: string
  readonly projectId: string | null
}

/** Ids of the teams that the actor may read; what is not in it does not exist for them. */
export async function visibleTeams(actor: Actor): Promise<{ id: string; name: string }[]> {
  const all = { id: true, name: true }
  switch (actor.kind) {
    case "system":
      return database().team.findMany({ select: all, orderBy: { name: "asc" } })
    case "person":
      return database().team.findMany({
        ...(actor.owner ? {} : { where: { id: { in: actor.memberships.map((one) => one.teamId) } } }),
        select: all,
        orderBy: { name: "asc" },
      })
    case "token":
      return database().team.findMany({ ...(actor.teamId === null ? {} : { where: { id: actor.teamId } }), select: all, orderBy: { name: "asc" } })
  }
}

/** The part of a query that keeps an actor's token within its project. */
export function projectBound(actor: Actor): string | null {
  return actor.kind === "token" ? actor.projectId : null
}
