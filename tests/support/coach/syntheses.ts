import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { ClaimKind } from "@/lib/memory/coach/synthesis"
import { submitSynthesis } from "@/lib/operations/coach/submit"
import { runOperation } from "@/lib/operations/operation"
import { expectDone } from "../data/people"

export interface GivenClaim {
  readonly text: string
  readonly kind?: ClaimKind
  readonly confidence?: number
  /** IDs of entries. */
  readonly cites: readonly string[]
  /** The curator's decision; "accept" by default. */
  readonly decided?: "accept" | "reject" | "promotion" | "waiting"
  /** The curator's edited text. */
  readonly edited?: string
}

/** Creates a synthesis of an external coach and decides each of its claims. Returns its ID. */
export async function givenSynthesis(
  team: { readonly id: string; readonly slug: string },
  {
    claims,
    agent,
    project,
    title,
  }: {
    readonly claims: readonly GivenClaim[]
    readonly agent?: string
    readonly project?: string
    readonly title?: string
  },
): Promise<string> {
  const said = claims.map(({ text, kind = "observation", confidence = 0.8, cites }) => ({
    text,
    kind,
    confidence,
    citations: cites.map((entry) => ({ entry })),
  }))
  const { id } = expectDone(
    await runOperation(submitSynthesis, systemActor(), {
      team: team.slug,
      ...(project === undefined ? {} : { project }),
      kind: agent === undefined ? "brief" : "orientation",
      ...(agent === undefined ? {} : { agent }),
      title: title ?? `Synthesis ${newId().slice(-6)}`,
      claims: said,
    }),
  )
  for (const [position, claim] of claims.entries())
    await decideClaim({ teamId: team.id, id, position }, claim)
  return id
}

async function decideClaim(
  { teamId, id, position }: { readonly teamId: string; readonly id: string; readonly position: number },
  { decided = "accept", edited }: GivenClaim,
): Promise<void> {
  if (decided === "waiting") return
  const isRejected = decided === "reject"
  const accepted = edited === undefined ? "accepted" : "edited"
  const use = decided === "promotion" ? "promotion" : "brief"
  await database().claim.update({
    where: { teamId_synthesisId_position: { teamId, synthesisId: id, position } },
    data: {
      state: isRejected ? "rejected" : accepted,
      edited: edited ?? null,
      becomes: isRejected ? null : use,
      reason: isRejected ? "It is not so" : null,
      decidedBy: "Kim",
      decidedById: "kim",
      decidedAt: new Date(),
    },
  })
}
