import { visibilityOf } from "@/lib/memory/teams/visibility"
import { type AuditEvent, commit, type Tx } from "@/lib/db/infra/commit"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { lockMemory } from "@/lib/db/sources/running-imports"
import { lockNames } from "@/lib/db/teams/projects-and-agents"
import { readPolicies } from "@/lib/db/policies/policies"
import type { VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { LIMIT_SETTINGS } from "@/lib/memory/policies/effective-limits"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import type { TaxonomyCategory } from "@/lib/memory/agents/category-of-agent"
import { recomputeLimits } from "../policies/recompute-limits"
import { inTeam } from "../teams/team-of"

interface Changing {
  readonly team: VisibleTeam
  readonly tx: Tx
  /**
   * The taxonomy, locked until the transaction ends. Until then it cannot change, and no import creates or
   * places agents.
   */
  readonly taxonomy: readonly TaxonomyCategory[]
}

/**
 * Changes the taxonomy of a team in one transaction. Requires the right to curate, because policies apply by
 * category, so that moving an agent changes how its proposals are reviewed.
 */
export const changeTaxonomy = <T>(
  actor: Actor,
  asked: string,
  told: (value: T) => Pick<AuditEvent, "kind" | "subject" | "detail">,
  work: (changing: Changing) => Promise<Outcome<T>>,
): Promise<Outcome<T>> =>
  inTeam(actor, "curate", asked, (team) =>
    commit<T>(
      actor,
      (value) => ({ ...told(value), teamId: team.id }),
      async (tx) => {
        await lockNames(tx, team.id)
        return work({ team, tx, taxonomy: await taxonomyOf(visibilityOf(actor, team.id), tx) })
      },
    ),
  )

/**
 * Changes the taxonomy in a way that can move agents to other categories. The limits in the policies of those
 * categories apply to their files at once.
 */
export const movingAgents = <T>(
  actor: Actor,
  asked: string,
  told: (value: T) => Pick<AuditEvent, "kind" | "subject" | "detail">,
  work: (changing: Changing) => Promise<Outcome<T>>,
): Promise<Outcome<T>> =>
  inTeam(actor, "curate", asked, (team) =>
    commit<T>(
      actor,
      (value) => ({ ...told(value), teamId: team.id }),
      async (tx) => {
        const limited = (await readPolicies(visibilityOf(actor, team.id), tx)).some(
          ({ place, settings }) =>
            place.startsWith("category:") &&
            LIMIT_SETTINGS.some((setting) => settings[setting] !== undefined),
        )
        if (limited) await lockMemory(tx, team.id)
        await lockNames(tx, team.id)
        const outcome = await work({ team, tx, taxonomy: await taxonomyOf(visibilityOf(actor, team.id), tx) })
        if (outcome.ok && limited) await recomputeLimits(tx, team.id, "team")
        return outcome
      },
    ),
  )
