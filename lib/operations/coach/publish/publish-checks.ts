import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { publishedSynthesisAt } from "@/lib/db/coach/published-claims"
import { type CitedEntry, entriesCited, type SynthesisRow } from "@/lib/db/coach/syntheses"
import { formatCount } from "@/lib/memory/numbers/format-count"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { citationsOf, claimText } from "../coach-outputs"
import { type CoachMemory, coachMemoryOf } from "./coach-memory"
import { publishedClaims } from "./compose"
import type { FoundSynthesis } from "./visible-synthesis"

export interface Publishing {
  readonly replaced: SynthesisRow | null
  readonly cited: readonly CitedEntry[]
  readonly memory: CoachMemory
  /** ISO day. */
  readonly day: string
}

/** Reads what publishing needs, before anything is locked. */
export async function publishingOf({ team, row }: FoundSynthesis, now: Date): Promise<Outcome<Publishing>> {
  const day = now.toISOString().slice(0, 10)
  const [replaced, cited] = await Promise.all([
    publishedSynthesisAt(row),
    entriesCited(
      wholeTeamUnchecked(team.id),
      publishedClaims(row).flatMap((one) => citationsOf(one).map(({ entry }) => entry)),
    ),
  ])
  const memory = await coachMemoryOf(team, { row, replaced, cited, day })
  return memory.ok ? done({ replaced, cited, memory: memory.value, day }) : memory
}

/** Returns a refusal if a synthesis cannot be published in its state, else null. */
export function whyNotPublished(row: SynthesisRow): Refusal | null {
  const { title, state, decidedBy, decidedAt } = row
  const on = decidedAt === null ? "" : ` on ${decidedAt.toISOString().slice(0, 10)}`
  if (state === "published")
    return refused("conflict", `“${title}” was already published by ${decidedBy ?? "somebody"}${on}`)
  if (state === "replaced")
    return refused(
      "conflict",
      `“${title}” was published${on} and has since been replaced. Publish a newer synthesis`,
    )
  if (state !== "waiting")
    return refused("conflict", `“${title}” was rejected${on}. Undo the rejection first`)
  const left = row.claims.filter((one) => one.state === "waiting").length
  if (left > 0)
    return refused(
      "conflict",
      `${formatCount(left, "claim")} in “${title}” ${left === 1 ? "still needs" : "still need"} a decision. Accept, edit or reject ${left === 1 ? "it" : "them"} first`,
      { left },
    )
  if (row.claims.every((one) => one.state === "rejected"))
    return refused(
      "conflict",
      `all claims in “${title}” were rejected. Reject the synthesis, or undo a decision`,
    )
  return null
}

/**
 * Returns the hexadecimal SHA-256 of the previewed publication: the claims, the replaced synthesis, and the
 * target file with its revision.
 */
export function shownOfPublishing(
  row: SynthesisRow,
  { replaced, memory }: Pick<Publishing, "replaced" | "memory">,
  revision: number,
): string {
  const said = publishedClaims(row).map((one) => [one.position, claimText(one)])
  return createHash("sha256")
    .update(JSON.stringify([row.id, said, replaced?.id ?? null, memory.project.id, memory.path, revision]))
    .digest("hex")
}
