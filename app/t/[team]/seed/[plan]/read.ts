import { cache } from "react"
import { notFound } from "next/navigation"
import { shown } from "@/app/shown"
import type { Plan } from "@/components/seed/seed-types"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { ask } from "@/lib/operations/operation"
import { showSeed } from "@/lib/operations/seed/read"
import { teamOf } from "@/lib/operations/teams/team-of"

interface Read {
  readonly plan: Plan
  /** Why whoever looks moves nothing; null: they do. */
  readonly mayNotMove: string | null
  readonly mayCurate: boolean
}

/** The plan that the address names, once for a page and its title. */
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
      : "You may read it. A member of the team moves entries, and a lead decides",
    mayCurate: can(actor, "curate", { teamId }),
  }
})
