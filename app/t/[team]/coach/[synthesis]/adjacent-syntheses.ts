import type { MemoryBeside, Synthesis } from "@/components/coach/review/review-types"
import type { Actor } from "@/lib/memory/teams/actor"
import { listSyntheses } from "@/lib/operations/coach/read"
import { ask } from "@/lib/operations/operation"

const MOST = 200

/**
 * Returns the syntheses of the same place, kind and agent published right before and right after this one.
 */
export async function syntheses(
  actor: Actor,
  { id, team, project, kind, agent, decided, createdAt }: Synthesis,
): Promise<{ before: MemoryBeside | null; after: MemoryBeside | null }> {
  const listed = await ask(listSyntheses, actor, {
    team,
    kind,
    limit: MOST,
    ...(project === null ? {} : { project }),
    ...(agent === null ? {} : { agent }),
  })
  if (!listed.ok) return { before: null, after: null }
  const at = decided?.at ?? createdAt
  const others = listed.value.syntheses
    .filter(
      (one) =>
        one.id !== id &&
        (one.state === "published" || one.state === "replaced") &&
        one.project === project &&
        one.agent === agent &&
        one.decidedAt !== null,
    )
    .map((one): MemoryBeside => ({ id: one.id, title: one.title, at: one.decidedAt ?? one.createdAt }))
    .toSorted((one, other) => one.at.localeCompare(other.at))
  return {
    before: others.findLast((one) => one.at <= at) ?? null,
    after: others.find((one) => one.at > at) ?? null,
  }
}
