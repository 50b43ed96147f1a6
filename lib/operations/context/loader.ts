import { taxonomyOf } from "@/lib/db/categories"
import { findLoader, type Loader } from "@/lib/db/shelves"
import type { Actor } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { categoryOfName } from "@/lib/memory/taxonomy-placing"
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
  const agent = input.agent ?? (actor.kind === "token" ? actor.agent : null)
  if (agent === null) return refused("invalid", "agent: say whose context, by the name of its memory")
  const place = found ? done(found) : await proposalPlace(actor, input, "read")
  if (!place.ok) return place
  const { team, project, notes = [] } = place.value
  const asked = { teamId: team.id, projectId: project.id, name: agent }
  const stored = await findLoader({ ...asked, slug: null })
  const slug = stored.known ? null : (categoryOfName(await taxonomyOf(team.id), agent)?.slug ?? null)
  const { known, optedOut, coordinator, loader } =
    slug === null ? stored : await findLoader({ ...asked, slug })
  if (!known && !mayNameAgent(agent)) return refused("invalid", noAgentName(agent))
  return done({ team, project, notes, agent, coordinator, optedOut, loader })
}
