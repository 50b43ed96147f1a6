import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import {
  agentPlace,
  DEPLOYMENT,
  namedPlaces,
  type NamedPlace,
  projectPlace,
} from "@/components/policies/policy-text"
import { findPlacedAgents } from "@/lib/db/agents/agent-names"
import { notFound } from "next/navigation"
import { type PlacedPolicy, policyPlace } from "@/lib/memory/policies/policy"
import { readPlace } from "@/lib/memory/policies/policy-place"
import { whyNotOfTeam } from "@/lib/operations/policies/places"

interface Team {
  readonly team: string
  readonly categories: readonly { readonly slug: string; readonly name: string }[]
  readonly projects: readonly { readonly slug: string; readonly name: string }[]
}

/** Maximum number of projects and agents in the table. The rest can be found by name. */
const MOST_NAMED = 30
const MOST_FOUND = 20

/**
 * Returns the scope that the URL names, with its label. Shows the not-found page if the scope is invalid or
 * not in the team.
 */
export async function requestedPlace(teamId: string, asked: string, team: Team): Promise<NamedPlace> {
  if (
    !policyPlace.safeParse(asked).success ||
    (await whyNotOfTeam(wholeTeamUnchecked(teamId), asked)) !== null
  )
    notFound()
  return named(asked, team) ?? notFound()
}

/**
 * Returns the scopes that every team has, the selected scope, and the projects and agents with their own
 * policy. `more`: number of projects and agents that are left out.
 */
export function listedPlaces(
  policies: readonly PlacedPolicy[],
  { deployment, current, ...team }: Team & { deployment: boolean; current: NamedPlace },
): { places: NamedPlace[]; more: number } {
  const own = policies.filter(
    ({ place, settings }) =>
      (place.startsWith("project:") || place.startsWith("agent:")) && Object.keys(settings).length > 0,
  )
  const particular = own.slice(0, MOST_NAMED).flatMap(({ place }) => named(place, team) ?? [])
  const all = [
    ...(deployment ? [DEPLOYMENT] : []),
    ...namedPlaces(team.team, team.categories),
    ...particular.toSorted((a, b) => (a.place < b.place ? 1 : -1)),
  ]
  return {
    places: all.some((one) => one.place === current.place) ? all : [...all, current],
    more: Math.max(0, own.length - MOST_NAMED),
  }
}

/**
 * Returns the places for policies whose name contains `letters`, ignoring case: the team, scopes, categories,
 * projects (also by slug) and agents (also by `project/agent`). At most `MOST_FOUND`. `more`: true if there
 * are more.
 */
export async function findPlaces(
  teamId: string,
  letters: string,
  { team, categories, projects }: Team,
): Promise<{ places: NamedPlace[]; more: boolean }> {
  const agents = await findPlacedAgents(wholeTeamUnchecked(teamId), letters, MOST_FOUND + 1)
  const like = letters.toLowerCase()
  const places = [
    ...namedPlaces(team, categories).filter(({ name }) => name.toLowerCase().includes(like)),
    ...projects
      .filter(({ slug, name }) => slug.includes(like) || name.toLowerCase().includes(like))
      .map(projectPlace),
    ...agents.map(agentPlace),
  ]
  return { places: places.slice(0, MOST_FOUND), more: places.length > MOST_FOUND }
}

function named(place: string, { team, categories, projects }: Team): NamedPlace | null {
  const at = readPlace(place)
  if (at.kind === "deployment") return DEPLOYMENT
  if (at.kind === "agent") return agentPlace({ name: at.agent, project: at.project })
  if (at.kind === "project")
    return projects.filter((one) => one.slug === at.project).map(projectPlace)[0] ?? null
  return (
    [
      ...namedPlaces(team, categories),
      {
        place: "scope:session",
        name: "Session memory",
        about: "Memory of a single session, kept until the session ends.",
      },
    ].find((one) => one.place === place) ?? null
  )
}
