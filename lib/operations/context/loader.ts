import { taxonomyOf } from "@/lib/db/agents/categories"
import { findLoader, type Loader } from "@/lib/db/context/loaded-files"
import { workspaceHost } from "@/lib/db/agents/workspace-owner"
import { type Actor, boundAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { categoryOfName } from "@/lib/memory/agents/taxonomy-placing"
import { type ProposalPlace, proposalPlace } from "../proposals/place"
import { mayNameAgent, noAgentName } from "../proposals/target"

/** Whose context it is, and what that agent loads. */
export interface ContextPlace extends ProposalPlace {
  readonly agent: string
  /** Who writes for its category. */
  readonly coordinator: string | null
  readonly optedOut: boolean
  readonly loader: Loader
}

/** An agent in the project that is named; one that nobody knows yet belongs where the team's taxonomy places its name. `found`: the project, where whoever asks has looked it up to be read. */
export async function contextPlace(
  actor: Actor,
  input: { team?: string | undefined; project?: string | undefined; agent?: string | undefined },
  found?: ProposalPlace,
): Promise<Outcome<ContextPlace>> {
  const agent = input.agent ?? boundAgent(actor)
  if (agent === null) return refused("invalid", "agent: give the name of the agent")
  const place = found ? done(found) : await proposalPlace(actor, input, "read")
  if (!place.ok) return place
  const { team, project, notes = [] } = place.value
  const stored = await findLoader({ teamId: team.id, projectId: project.id, name: agent, slug: null })
  const host = stored.known ? null : await workspaceHost(team.id, { projectId: project.id, agent })
  if (host !== null) return hostPlace(place.value, { host, guest: agent })
  const asked = { teamId: team.id, projectId: project.id, name: agent }
  const slug = stored.known ? null : (categoryOfName(await taxonomyOf(team.id), agent)?.slug ?? null)
  const { known, optedOut, coordinator, loader } =
    slug === null ? stored : await findLoader({ ...asked, slug })
  if (!known && !mayNameAgent(agent)) return refused("invalid", noAgentName(agent))
  return done({ team, project, notes, agent, coordinator, optedOut, loader })
}

/** An agent without memory of its own in the workspace of the project's only agent is given what that one is given. */
async function hostPlace(
  place: ProposalPlace,
  { host, guest }: { readonly host: string; readonly guest: string },
): Promise<Outcome<ContextPlace>> {
  const { team, project, notes = [] } = place
  const { optedOut, coordinator, loader } = await findLoader({
    teamId: team.id,
    projectId: project.id,
    name: host,
    slug: null,
  })
  const note = `${guest} has no memory of its own here and works in the workspace of ${host}`
  return done({ team, project, notes: [...notes, note], agent: host, coordinator, optedOut, loader })
}
