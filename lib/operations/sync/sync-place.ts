import { projectBound, visibleTeams, type VisibleTeam } from "@/lib/db/teams/teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { projectOf, teamOf, teamsAllowing } from "../teams/team-and-project"

/** The team that a folder is synced with, and the project that limits the sync. */
export interface SyncPlace {
  /** Team of the sync. Null if it does not exist yet and the actor may create it. */
  readonly team: VisibleTeam | null
  /** Project that the access token is bound to, or null. */
  readonly bound: { readonly id: string; readonly name: string } | null
}

/**
 * Returns the named team, or the only team that the actor may sync with. Without a team, it is null for an
 * actor that may create one. A token that is bound to a project syncs with that project. Refuses if several
 * teams remain.
 */
export async function syncPlace(
  actor: Actor,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<Outcome<SyncPlace>> {
  return projectBound(actor) === null ? teamPlace(actor, named.team) : boundPlace(actor, named)
}

async function teamPlace(actor: Actor, reference: string | undefined): Promise<Outcome<SyncPlace>> {
  const mayMake = can(actor, "own", { teamId: null })
  if (reference !== undefined) {
    const team = await teamOf(actor, "sync", reference)
    if (team.ok) return done({ team: team.value, bound: null })
    return team.reason === "not-found" && mayMake ? done({ team: null, bound: null }) : team
  }
  const own = await teamsAllowing(actor, "sync")
  if (own.length > 1)
    return refused(
      "invalid",
      `you can write to several teams. Choose one with --team (${own.map((team) => team.name).join(", ")})`,
    )
  if (own[0] || mayMake) return done({ team: own[0] ?? null, bound: null })
  return refused(
    "forbidden",
    "you cannot sync with any team. This requires the lead role, or an access token with permission to sync",
  )
}

async function boundPlace(
  actor: Actor,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<Outcome<SyncPlace>> {
  const team = named.team === undefined ? await onlyTeam(actor) : await teamOf(actor, "read", named.team)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, named.project)
  if (!project.ok) return project
  if (project.value === null || !can(actor, "sync", { teamId: team.value.id, projectId: project.value.id }))
    return refused(
      "forbidden",
      `${team.value.name}: this access token does not allow this (requires permission to sync)`,
    )
  return done({ team: team.value, bound: project.value })
}

async function onlyTeam(actor: Actor): Promise<Outcome<VisibleTeam>> {
  const [team] = await visibleTeams(actor)
  return team ? done(team) : refused("not-found", "the team of this access token was removed")
}
