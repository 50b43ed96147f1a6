import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { readPolicies } from "@/lib/db/policies/policies"
import type { Actor, Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import type { SortMethod } from "../coach/model-classification"
import { operation } from "../operation"
import { type ProposalPlace, proposalPlace } from "../proposals/team-and-project"
import { describeDraft } from "./describe"
import { type Draft, draftSeedPlans } from "./draft"
import { readSources } from "./predecessors"
import { seedTargets } from "./target"
import { planBody, seedInput } from "./seed-outputs"

const asked = z.object(seedInput)

export const previewSeed = operation({
  name: "seed.preview",
  summary:
    "Preview the memory for new agents or their category without writing anything: every entry from the predecessors in exactly one place, with the reason.",
  method: "POST",
  path: "/seed/preview",
  right: "read",
  example: { project: "ledger", agents: ["regression-tester"], from: [{ agent: "unit-tester" }] },
  input: asked,
  output: z.object({ plans: z.array(planBody) }),
  async run(actor, input) {
    const drafted = await draftSeeds(actor, { ...input, method: input.method ?? "rules" }, "read", new Date())
    if (!drafted.ok) return drafted
    const {
      place: { team, project },
      drafts,
    } = drafted.value
    const policies = await readPolicies(visibilityOf(actor, team.id))
    return done({ plans: drafts.map((draft) => describeDraft(actor, { team, project, policies }, draft)) })
  },
})

export interface Drafted {
  readonly place: ProposalPlace
  readonly drafts: readonly Draft[]
}

/**
 * Returns one draft for each agent, or one for their category. `verb`: right that the actor needs in the
 * project.
 */
export async function draftSeeds(
  actor: Actor,
  {
    team,
    project,
    from,
    budget,
    method,
    ...wanted
  }: z.output<typeof asked> & { readonly method: SortMethod },
  verb: Verb,
  now: Date,
): Promise<Outcome<Drafted>> {
  const found = await proposalPlace(actor, { team, project }, verb)
  if (!found.ok) return found
  const place = {
    team: found.value.team,
    project: found.value.project,
    today: now.toISOString().slice(0, 10),
  }
  const targets = await seedTargets(place, wanted)
  if (!targets.ok) return targets
  const sources = await readSources(actor, place, from)
  if (!sources.ok) return sources
  const drafts = await draftSeedPlans(place, {
    seeded: targets.value,
    sources: sources.value,
    budget,
    method,
  })
  return drafts.ok ? done({ place: found.value, drafts: drafts.value }) : drafts
}
