import { storesOf } from "@/lib/db/memory-files/current-revisions"
import { projectBound, visiblePlaces, type VisibleTeam } from "@/lib/db/teams/visible-teams"
import { type Actor, can, type Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { VisibleProject } from "../teams/project-of"

export interface ProposalPlace {
  readonly team: VisibleTeam
  readonly project: VisibleProject
  /** Which team answers, where the project's name is that of several; empty else. */
  readonly notes?: readonly string[]
}

/**
 * The project that is meant, for every command and tool that takes one: to propose, to read, to search. Where no team is named, the
 * project's name finds it; where no project is named, it is the only one. One's own teams (those that `import` writes to) win over the samples; several
 * of one's own, or of the samples, are refused by name. `verb`: what is to be done there, where it is no proposal.
 */
export async function proposalPlace(
  actor: Actor,
  named: { team?: string | undefined; project?: string | undefined },
  verb: Verb = "propose",
): Promise<Outcome<ProposalPlace>> {
  const teams = (await visiblePlaces(actor, named.team?.toLowerCase() ?? null)).filter((team) =>
    can(actor, "read", { teamId: team.id }),
  )
  if (named.team !== undefined && teams.length === 0)
    return refused("not-found", "team not found, or you are not a member")
  const bound = projectBound(actor)
  const places: ProposalPlace[] = []
  for (const { projects, ...team } of teams) {
    for (const project of projects) {
      if (bound !== null && project.id !== bound) continue
      if (named.project === undefined || isNamed(project, named.project)) places.push({ team, project })
    }
  }
  const own = places.filter((one) => !one.team.sample)
  const [only, ...others] = own.length > 0 ? own : places
  if (!only)
    return refused(
      "not-found",
      named.project === undefined
        ? "no project to propose to: import one first"
        : `project not found: ${named.project}`,
    )
  if (others.length > 0) {
    const all = [only, ...others]
      .slice(0, 8)
      .map((one) =>
        named.project === undefined ? one.project.name : `${one.project.name} of ${one.team.name}`,
      )
    return refused(
      "invalid",
      named.project === undefined
        ? `project: choose one of several (${all.join(", ")}${others.length > 7 ? " …" : ""})`
        : `team: several projects are named ${named.project} (${all.join(", ")}): choose the team`,
    )
  }
  const place = { teamId: only.team.id, projectId: only.project.id }
  const elsewhere =
    named.project === undefined ? [] : places.filter((one) => one !== only).map((one) => one.team.name)
  const notes =
    elsewhere.length === 0
      ? []
      : [
          `using project ${only.project.name} of ${only.team.name}, which ${elsewhere.join(", ")} also has. Choose another with team`,
        ]
  return can(actor, verb, place)
    ? done({ ...only, notes })
    : refused(
        "forbidden",
        `${only.team.name}: your role or access token does not allow ${verb === "propose" ? "proposals here" : `this here (the right to ${verb} is required)`}`,
      )
}

/**
 * Where the only store of the memory protocol lies that is meant, where no project says it: the one whose own path names the project or
 * the team (`memory/projects/<id>/memory.json`), or that of a team or for everybody. Null where there is none, or several.
 */
export async function placeOfStore(
  actor: Actor,
  named: { scope?: string | undefined; team?: string | undefined; project?: string | undefined },
): Promise<(ProposalPlace & { readonly file: string }) | null> {
  const { scope } = named
  if (scope !== "project" && scope !== "team" && scope !== "global") return null
  if ((scope === "project") === (named.project === undefined)) return null
  const bound = projectBound(actor)
  const ofTeam = named.team === undefined ? [] : await visiblePlaces(actor, named.team.toLowerCase())
  const teams = ofTeam.length > 0 ? ofTeam : await visiblePlaces(actor, null)
  const places = teams.flatMap(({ projects, ...team }) =>
    projects.flatMap((project) =>
      (bound === null || project.id === bound) &&
      can(actor, "propose", { teamId: team.id, projectId: project.id })
        ? [{ team, project }]
        : [],
    ),
  )
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

const isNamed = (project: VisibleProject, name: string) =>
  [project.id, project.slug, project.name].includes(name) || project.name.toLowerCase() === name.toLowerCase()
