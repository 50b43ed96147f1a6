import { visibilitiesOf, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import { createTeam } from "@/lib/db/teams/projects-and-agents"
import { visibleTeams, type VisibleTeam } from "@/lib/db/teams/teams"
import { type Actor, can, type Verb } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { joinNames } from "@/lib/memory/text/sentence"
import { listProjects } from "@/lib/db/agents/fleet"

const NO_SUCH_TEAM = "team not found, or you are not a member"

/**
 * Returns the team with this slug, name or id. Refuses if the actor may not read it or may not do `verb`
 * there.
 */
export async function teamOf(actor: Actor, verb: Verb, reference: string): Promise<Outcome<VisibleTeam>> {
  const wanted = reference.toLowerCase()
  const team = (await visibleTeams(actor)).find(
    (one) => one.slug === wanted || one.id === wanted || one.name.toLowerCase() === wanted,
  )
  if (!team || !can(actor, "read", { teamId: team.id })) return refused("not-found", NO_SUCH_TEAM)
  if (!can(actor, verb, { teamId: team.id }))
    return refused(
      "forbidden",
      `${team.name}: your role does not allow this (requires permission to ${verb})`,
    )
  return done(team)
}

/** Returns the teams in which the actor may do `verb`, without sample teams. */
export async function teamsAllowing(actor: Actor, verb: Verb): Promise<VisibleTeam[]> {
  return (await visibleTeams(actor)).filter((team) => !team.sample && can(actor, verb, { teamId: team.id }))
}

/** Calls `work` with the team with this slug, name or id. Refuses if the actor may not do `verb` there. */
export async function inTeam<T>(
  actor: Actor,
  verb: Verb,
  reference: string,
  work: (team: VisibleTeam) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const team = await teamOf(actor, verb, reference)
  return team.ok ? work(team.value) : team
}

/** Calls `work` with the rows of each team. Returns the sum of the results. Stops at the first refusal. */
export async function inEachTeam<Row extends { readonly teamId: string }>(
  rows: readonly Row[],
  work: (teamId: string, rows: readonly Row[]) => Promise<Outcome<number>>,
): Promise<Outcome<number>> {
  let sum = 0
  for (const [teamId, group] of groupBy(rows, (row) => row.teamId)) {
    const outcome = await work(teamId, group)
    if (!outcome.ok) return outcome
    sum += outcome.value
  }
  return done(sum)
}

/**
 * Returns the named team, or the only team that the actor may write to. An owner of the deployment creates a
 * missing team. Sample teams are never chosen. Refuses if no team or several teams remain.
 */
export async function writableTeam(
  actor: Actor,
  verb: Verb,
  reference: string | undefined,
): Promise<Outcome<VisibleTeam>> {
  if (reference !== undefined) {
    const named = await teamOf(actor, verb, reference)
    if (named.ok || named.reason !== "not-found" || !can(actor, "own", { teamId: null })) return named
    return reference.trim() === "" || reference.length > 80
      ? refused("invalid", "a team name must be 1 to 80 characters long")
      : makeTeam(actor, reference.trim())
  }
  const own = await teamsAllowing(actor, verb)
  const [only] = own
  if (only && own.length === 1) return done(only)
  if (own.length > 1)
    return refused(
      "invalid",
      `you can write to several teams. Choose one with --team (${own.map((team) => team.name).join(", ")})`,
    )
  if (!can(actor, "own", { teamId: null }))
    return refused(
      "forbidden",
      "you cannot write to any team. Ask a lead of your team for a role that can write",
    )
  return makeTeam(actor, "Main")
}

/** Returns the named team, or all teams that the actor may read. Refuses a team that is not found. */
export async function readableTeams(
  actor: Actor,
  reference: string | undefined,
): Promise<Outcome<VisibleTeam[]>> {
  if (reference === undefined)
    return done((await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id })))
  const named = await teamOf(actor, "read", reference)
  return named.ok ? done([named.value]) : named
}

/** Returns a visibility for each team that the actor may read. */
export const readableParts = async (actor: Actor): Promise<Visibility[]> =>
  visibilitiesOf(
    actor,
    (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id })),
  )

async function makeTeam(actor: Actor, name: string): Promise<Outcome<VisibleTeam>> {
  return commit(actor, { kind: "team.create", teamId: null, subject: name }, async (tx) =>
    done({ ...(await createTeam(tx, name)), sample: false }),
  )
}

export interface VisibleProject {
  readonly id: string
  readonly slug: string
  readonly name: string
}

/** Returns the projects of a team that the actor may see, by name. */
export async function projectsOf(actor: Actor, teamId: string): Promise<VisibleProject[]> {
  return listProjects(visibilityOf(actor, teamId))
}

/**
 * Returns the project with this slug, name or id. Null if none is named. A token that is bound to a project
 * sees only that project.
 */
export async function projectOf(
  actor: Actor,
  teamId: string,
  reference: string | undefined,
): Promise<Outcome<VisibleProject | null>> {
  if (reference === undefined && !visibilityOf(actor, teamId).bound) return done(null)
  const projects = await projectsOf(actor, teamId)
  if (reference === undefined)
    return projects[0]
      ? done(projects[0])
      : refused("not-found", "the project of this access token was removed")
  const found =
    projects.find((one) => one.slug === reference || one.name === reference || one.id === reference) ??
    projects.find((one) => one.name.toLowerCase() === reference.toLowerCase())
  return found ? done(found) : noSuchProject(reference, projects)
}

/** Maximum number of projects that an error lists. */
const LISTED_PROJECTS = 9

/** Returns the refusal of an unknown project. It lists the projects that the actor may see. */
export function noSuchProject(reference: string, projects: readonly { readonly slug: string }[]): Refusal {
  const known = joinNames(
    projects.map(({ slug }) => slug),
    LISTED_PROJECTS,
  )
  return refused("not-found", `project not found: ${reference}${known === "" ? "" : `. Projects: ${known}`}`)
}
