import { cache } from "react"
import { notFound } from "next/navigation"
import { shown } from "@/app/shown"
import type { Synthesis } from "@/components/coach/review/review-types"
import { requireActor } from "@/lib/auth/actor"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { showSynthesis } from "@/lib/operations/coach/read"
import { ask } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-of"

interface Read {
  readonly actor: Actor
  readonly synthesis: Synthesis
  /** Why whoever looks decides nothing; null: they do. */
  readonly mayNot: string | null
}

/** The synthesis that the address names, once for a page and its title. What is the same now is sent once, not twice. */
export const readSynthesis = cache(async (team: string, id: string): Promise<Read> => {
  const actor = await requireActor()
  const [found, place] = await Promise.all([
    ask(showSynthesis, actor, { synthesis: id }),
    teamOf(actor, "read", team),
  ])
  const { statements, ...rest } = shown(found)
  if (rest.team !== shown(place).slug) notFound()
  const slim = statements.map((claim) => ({
    ...claim,
    citations: claim.citations.map((one) => (one.stands === "changed" ? one : { ...one, now: null })),
  }))
  return {
    actor,
    synthesis: { ...rest, statements: slim },
    mayNot: can(actor, "curate", { teamId: shown(place).id })
      ? null
      : "You may read it. A lead of the team decides what of it is kept",
  }
})
