import { cache } from "react"
import { notFound } from "next/navigation"
import { shown } from "@/app/value-or-not-found"
import type { SeedPlan } from "@/components/seed/seed-types"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { ask } from "@/lib/operations/operation"
import { showSeed } from "@/lib/operations/seed/read"
import { teamOf } from "@/lib/operations/teams/team-of"

interface Read {
  readonly plan: SeedPlan
  /** The reason why the reader may not move entries; null if they may. */
  readonly mayNotMove: string | null
  readonly mayCurate: boolean
}

/** Returns the plan that the URL names, cached for the page and its title. */
export const readPlan = cache(async (team: string, id: string): Promise<Read> => {
  const actor = await requireActor()
  const [found, place] = await Promise.all([ask(showSeed, actor, { plan: id }), teamOf(actor, "read", team)])
  const plan = shown(found)
  const { id: teamId, slug } = shown(place)
  if (plan.team !== slug) notFound()
  return {
    plan,
    mayNotMove: can(actor, "propose", { teamId })
      ? null
      : "Only members of the team can move entries. A lead applies the plan.",
    mayCurate: can(actor, "curate", { teamId }),
  }
})
