import { cache } from "react"
import { notFound } from "next/navigation"
import { valueOrNotFound } from "@/app/value-or-not-found"
import type { Synthesis } from "@/components/coach/review/synthesis-types"
import { requireActor } from "@/lib/auth/actor"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { showSynthesis } from "@/lib/operations/coach/syntheses"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"

interface Read {
  readonly actor: Actor
  readonly synthesis: Synthesis
  /** The reason why the reader may not decide; null if they may. */
  readonly mayNot: string | null
}

/**
 * Returns the synthesis that the URL names, cached for the page and its title. Only changed citations include
 * their current text. Shows the not-found page if the synthesis belongs to another team.
 */
export const readSynthesis = cache(async (team: string, id: string): Promise<Read> => {
  const actor = await requireActor()
  const [found, place] = await Promise.all([
    runOperation(showSynthesis, actor, { synthesis: id }),
    teamOf(actor, "read", team),
  ])
  const { statements, ...rest } = valueOrNotFound(found)
  if (rest.team !== valueOrNotFound(place).slug) notFound()
  const slim = statements.map((claim) => ({
    ...claim,
    citations: claim.citations.map((one) => (one.stands === "changed" ? one : { ...one, now: null })),
  }))
  return {
    actor,
    synthesis: { ...rest, statements: slim },
    mayNot: can(actor, "curate", { teamId: valueOrNotFound(place).id })
      ? null
      : "You can read these claims. To review them, ask a team lead.",
  }
})
