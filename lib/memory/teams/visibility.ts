import { type Actor, can } from "./actor"

declare const minted: unique symbol

/**
 * The part of a team that a caller may read. Reads in `lib/db` take a Visibility instead of a team id, so
 * that every read needs a check of rights to compile. Only this file creates one.
 */
export interface Visibility {
  readonly teamId: string
  /** The project of a bound access token, or of a filter. Null: all projects of the team. */
  readonly projectId: string | null
  /** True if the caller may see no other project. False if a filter chose the project, or none is chosen. */
  readonly bound: boolean
  readonly [minted]: true
}

const mint = (visible: Pick<Visibility, "teamId" | "projectId" | "bound">): Visibility =>
  visible as Visibility

/** Returns what the actor may read of a team, or of one of its projects. Throws if the actor may not read there: find the team with `teamOf` or `readableTeams` first. */
export function visibilityOf(actor: Actor, teamId: string, projectId: string | null = null): Visibility {
  if (!can(actor, "read", { teamId }))
    throw new Error(`${actor.kind} ${actor.id} does not have permission to read team ${teamId}`)
  const bound = actor.kind === "token" ? actor.projectId : null
  return inProject(mint({ teamId, projectId: bound, bound: bound !== null }), projectId)
}

/** Returns what the actor may read of each of these teams. */
export const visibilitiesOf = (actor: Actor, teams: readonly { readonly id: string }[]): Visibility[] =>
  teams.map((team) => visibilityOf(actor, team.id))

/**
 * Returns the visibility limited to a project; unchanged for null. Throws if it is already limited to another
 * project, because the result would show more.
 */
export function inProject(visibility: Visibility, projectId: string | null): Visibility {
  if (projectId === null) return visibility
  if (visibility.projectId !== null && visibility.projectId !== projectId)
    throw new Error(`Project ${projectId} is not visible`)
  return mint({ ...visibility, projectId })
}

/** Returns everything of a team without any check of rights: for background work, and for checks whose results no caller sees. */
export const wholeTeamUnchecked = (teamId: string): Visibility =>
  mint({ teamId, projectId: null, bound: false })
