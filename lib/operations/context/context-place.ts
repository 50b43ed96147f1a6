import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { findLoader, type Loader } from "@/lib/db/context/loaded-files"
import { workspaceHost } from "@/lib/db/agents/workspaces"
import { type Actor, boundAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { categoryOfName } from "@/lib/memory/agents/categories"
import { type ProposalPlace, proposalPlace } from "../proposals/proposal-place"
import { mayNameAgent, noAgentName } from "../proposals/target"

/** An agent, its project, and what it loads. */
export interface ContextPlace extends ProposalPlace {
  readonly agent: string
  /** Agent that writes the memory of its category, or null. */
  readonly coordinator: string | null
  readonly optedOut: boolean
  readonly loader: Loader
}

/**
 * Finds the named agent, or the agent that the actor is bound to. The category of an unknown agent follows from its name.
 * `found`: the project, if the caller has already checked the right to read it.
 */
export async function contextPlace(
  actor: Actor,
  input: { team?: string | undefined; project?: string | undefined; agent?: string | undefined },
  found?: ProposalPlace,
): Promise<Outcome<ContextPlace>> {
  const agent = input.agent ?? boundAgent(actor)
  if (agent === null) return refused("invalid", "agent: enter the agent's name")
  const place = found ? done(found) : await proposalPlace(actor, input, "read")
  if (!place.ok) return place
  const { team, project, notes = [] } = place.value
  const stored = await findLoader(wholeTeamUnchecked(team.id), {
    projectId: project.id,
    name: agent,
    slug: null,
  })
  if (!stored.known) return unknownAgentPlace(place.value, agent, stored)
  const { optedOut, coordinator, loader } = stored
  return done({ team, project, notes, agent, coordinator, optedOut, loader })
}

async function unknownAgentPlace(
  place: ProposalPlace,
  agent: string,
  stored: Awaited<ReturnType<typeof findLoader>>,
): Promise<Outcome<ContextPlace>> {
  const { team, project, notes = [] } = place
  const host = await workspaceHost(wholeTeamUnchecked(team.id), { projectId: project.id, agent })
  if (host !== null) return hostPlace(place, { host, guest: agent })
  const slug = categoryOfName(await taxonomyOf(wholeTeamUnchecked(team.id)), agent)?.slug ?? null
  const { known, optedOut, coordinator, loader } =
    slug === null
      ? stored
      : await findLoader(wholeTeamUnchecked(team.id), { projectId: project.id, name: agent, slug })
  if (!known && !mayNameAgent(agent)) return refused("invalid", noAgentName(agent))
  return done({ team, project, notes, agent, coordinator, optedOut, loader })
}

/**
 * Returns the context of the project's only agent, for an agent without memory of its own that works in its
 * workspace.
 */
async function hostPlace(
  place: ProposalPlace,
  { host, guest }: { readonly host: string; readonly guest: string },
): Promise<Outcome<ContextPlace>> {
  const { team, project, notes = [] } = place
  const { optedOut, coordinator, loader } = await findLoader(wholeTeamUnchecked(team.id), {
    projectId: project.id,
    name: host,
    slug: null,
  })
  const note = `${guest} has no memory of its own in this project and works in the workspace of ${host}`
  return done({ team, project, notes: [...notes, note], agent: host, coordinator, optedOut, loader })
}
