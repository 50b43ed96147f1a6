import { z } from "zod"
import { previouslyPublished } from "@/lib/db/coach/published-claims"
import type { SynthesisRow } from "@/lib/db/coach/syntheses"
import type { Actor } from "@/lib/memory/teams/actor"
import { compareSyntheses } from "@/lib/memory/coach/changes"
import type { ClaimKind } from "@/lib/memory/coach/kinds"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { summarizeAdjacent } from "./adjacent-synthesis"
import { findSynthesisFor } from "./publish/visible-synthesis"
import { type SynthesisChanges, synthesisChanges } from "./publish/publication-outputs"
import { citationsOf, claimView, claimText } from "./coach-outputs"

export const showChanges = operation({
  name: "synthesis.changes",
  summary:
    "Compare a synthesis with the previous one: added, removed and changed claims. For published syntheses, only accepted claims count.",
  method: "GET",
  path: "/syntheses/{synthesis}/changes",
  right: "read",
  input: z.object({
    synthesis: z.string(),
    since: z
      .string()
      .optional()
      .describe(
        "Another synthesis to compare with. Defaults to the previously published synthesis with the same scope, kind and agent",
      ),
  }),
  output: synthesisChanges,
  async run(actor, { synthesis, since }) {
    const found = await findSynthesisFor(actor, synthesis, "read")
    if (!found.ok) return found
    const before = await comparedWith(actor, found.value.row, since)
    return before.ok ? done(changesBetween(before.value, found.value.row)) : before
  },
})

async function comparedWith(
  actor: Actor,
  row: SynthesisRow,
  since: string | undefined,
): Promise<Outcome<SynthesisRow | null>> {
  if (since === undefined) return done(await previouslyPublished(row))
  const named = await findSynthesisFor(actor, since, "read")
  if (!named.ok) return refused(named.reason, `since: ${named.message}`)
  return named.value.row.teamId === row.teamId
    ? done(named.value.row)
    : refused("invalid", `since: “${named.value.row.title}” belongs to another team`)
}

/** Compares the claims of two syntheses. `before` is null for the first one. */
export function changesBetween(before: SynthesisRow | null, after: SynthesisRow): SynthesisChanges {
  const [old, now] = [before === null ? [] : saidBy(before), saidBy(after)]
  const { added, same, gone, reworded } = compareSyntheses(old.map(compared), now.map(compared))
  const view = (claims: readonly ClaimRow[], at: number) => claims.slice(at, at + 1).map(claimView)
  return {
    since: before && summarizeAdjacent(before),
    new: added.flatMap((at) => view(now, at)),
    same: same.flatMap(({ to }) => view(now, to)),
    gone: gone.flatMap((at) => view(old, at)),
    reworded: reworded.flatMap(({ from, to }) =>
      view(old, from).flatMap((one) => view(now, to).map((other) => ({ from: one, to: other }))),
    ),
  }
}

type ClaimRow = SynthesisRow["claims"][number]

/**
 * Returns the claims of a synthesis: the accepted ones if it is published, or else all that are not rejected.
 */
function saidBy({ state, claims }: SynthesisRow): ClaimRow[] {
  const was = state === "published" || state === "replaced"
  return claims.filter((one) =>
    was ? one.state === "accepted" || one.state === "edited" : one.state !== "rejected",
  )
}

const compared = (row: ClaimRow) => ({
  text: claimText(row),
  kind: row.kind as ClaimKind,
  cites: citationsOf(row).map(({ entry }) => entry),
})
