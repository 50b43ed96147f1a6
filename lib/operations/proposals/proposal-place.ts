import { storesOf } from "@/lib/db/memory-files/current-revisions"
import { projectBound, visiblePlaces, type VisibleTeam } from "@/lib/db/teams/teams"
import { type Actor, can, type Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { visibilitiesOf, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { noSuchProject, readableTeams, type VisibleProject } from "../teams/team-and-project"

export interface ProposalPlace {
  readonly team: VisibleTeam
  readonly project: VisibleProject
  /** Note that names the chosen team, if several teams have a project of that name. */
  readonly notes?: readonly string[]
}

/**
 * Finds the named project, or the only project. Projects of the actor's own teams take precedence over sample
 * projects. Refuses if several projects remain, or if the actor may not do `verb` there.
 */
export async function proposalPlace(
  actor: Actor,
  named: ProjectReference,
  verb: Verb = "propose",
): Promise<Outcome<ProposalPlace>> {
  const teams = (await visiblePlaces(actor, named.team?.toLowerCase() ?? null)).filter((team) =>
    can(actor, "read", { teamId: team.id }),
  )
  if (named.team !== undefined && teams.length === 0)
    return refused("not-found", "team not found, or you are not a member")
  const places = teams.flatMap(({ projects, ...team }) =>
    projects
      .filter((project) => isMeant(actor, project, named.project))
      .map((project) => ({ team, project })),
  )
  const own = places.filter((one) => !one.team.sample)
  const candidates = own.length > 0 ? own : places
  const [only, ...others] = candidates
  if (!only)
    return noProject(
      named.project,
      teams.flatMap(({ projects }) => projects.filter((one) => isMeant(actor, one, undefined))),
    )
  if (others.length > 0) return ambiguousProject(candidates, named.project)
  if (!can(actor, verb, { teamId: only.team.id, projectId: only.project.id }))
    return notAllowed(only.team, verb)
  const elsewhere = named.project === undefined ? [] : places.filter((one) => one !== only)
  return done({ ...only, notes: elsewhere.length === 0 ? [] : [chosenNote(only, elsewhere)] })
}

/** Returns what the actor may read: the named project, or all readable teams or the named team. */
export async function readableVisibilities(
  actor: Actor,
  named: ProjectReference,
): Promise<Outcome<Visibility[]>> {
  if (named.project === undefined) {
    const teams = await readableTeams(actor, named.team)
    return teams.ok ? done(visibilitiesOf(actor, teams.value)) : teams
  }
  const place = await proposalPlace(actor, named, "read")
  return place.ok ? done([visibilityOf(actor, place.value.team.id, place.value.project.id)]) : place
}

interface ProjectReference {
  readonly team?: string | undefined
  readonly project?: string | undefined
}

function isMeant(actor: Actor, project: VisibleProject, name: string | undefined): boolean {
  const bound = projectBound(actor)
  return (bound === null || project.id === bound) && (name === undefined || isNamed(project, name))
}

function notAllowed({ name }: VisibleTeam, verb: Verb): Refusal {
  const what = verb === "propose" ? "proposals here" : `this (requires permission to ${verb})`
  return refused("forbidden", `${name}: your role or access token does not allow ${what}`)
}

const noProject = (name: string | undefined, known: readonly VisibleProject[]): Refusal =>
  name === undefined
    ? refused("not-found", "there is no project to propose to. Import a project first")
    : noSuchProject(name, known)

function ambiguousProject(places: readonly ProposalPlace[], name: string | undefined): Refusal {
  const some = places.slice(0, 8)
  if (name !== undefined) {
    const list = some.map(({ project, team }) => `${project.name} in ${team.name}`).join(", ")
    return refused("invalid", `team: several projects are named ${name} (${list}). Choose a team`)
  }
  const list = some.map(({ project }) => project.name).join(", ")
  return refused("invalid", `project: choose a project (${list}${places.length > 8 ? " …" : ""})`)
}

function chosenNote({ project, team }: ProposalPlace, elsewhere: readonly ProposalPlace[]): string {
  const others = elsewhere.map((one) => one.team.name).join(", ")
  return `using project ${project.name} in ${team.name}. A project with that name also exists in ${others}. Set team to choose between them`
}

/**
 * Finds the memory protocol file of a project or team by the id in its path
 * (`memory/projects/<id>/memory.json`). For names that match no project. Null unless exactly one file
 * matches.
 */
export async function placeOfStore(
  actor: Actor,
  named: { scope?: string | undefined; team?: string | undefined; project?: string | undefined },
): Promise<(ProposalPlace & { readonly file: string }) | null> {
  const { scope } = named
  if (!isStoreScope(scope) || (scope === "project") === (named.project === undefined)) return null
  const ofTeam = named.team === undefined ? [] : await visiblePlaces(actor, named.team.toLowerCase())
  const places = placesToPropose(actor, ofTeam.length > 0 ? ofTeam : await visiblePlaces(actor, null))
  const stores = await storesOf(
    places.map(({ project }) => project.id),
    scope,
    named.project ?? (ofTeam.length > 0 ? undefined : named.team),
  )
  const own = stores.filter(({ projectId }) =>
    places.some(({ team, project }) => project.id === projectId && !team.sample),
  )
  const [only, another] = own.length > 0 ? own : stores
  const place = places.find(({ project }) => project.id === only?.projectId)
  return only && !another && place ? { ...place, file: only.id } : null
}

const isStoreScope = (scope: string | undefined): scope is "project" | "team" | "global" =>
  scope === "project" || scope === "team" || scope === "global"

function placesToPropose(
  actor: Actor,
  teams: Awaited<ReturnType<typeof visiblePlaces>>,
): Pick<ProposalPlace, "team" | "project">[] {
  const places = teams.flatMap(({ projects, ...team }) => projects.map((project) => ({ team, project })))
  return places.filter(
    ({ team, project }) =>
      isMeant(actor, project, undefined) && can(actor, "propose", { teamId: team.id, projectId: project.id }),
  )
}

const isNamed = (project: VisibleProject, name: string) =>
  [project.id, project.slug, project.name].includes(name) || project.name.toLowerCase() === name.toLowerCase()
