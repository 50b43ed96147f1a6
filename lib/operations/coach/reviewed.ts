import { createHash } from "node:crypto"
import {
  type Citation,
  type CitedEntry,
  entriesCited,
  proposalsOfClaims,
  type SynthesisRow,
} from "@/lib/db/coach/syntheses"
import type { PromoteTo } from "@/lib/memory/coach/draft"
import { guardText } from "../guard/guard"
import { citationsOf, claimView, type WholeSynthesis, wordsOf } from "./coach-outputs"

export type ClaimRow = SynthesisRow["claims"][number]
type Reviewed = WholeSynthesis["statements"][number]

/** Claims as a curator reviews them: beside each what it cites as it is now. `bound`: the only project of which whoever asks may see anything. */
export async function reviewedClaims(
  { teamId, claims }: Pick<SynthesisRow, "teamId" | "claims">,
  bound: string | null,
): Promise<Reviewed[]> {
  const [cited, proposals] = await Promise.all([
    entriesCited(
      { teamId, projectId: bound },
      claims.flatMap((one) => citationsOf(one).map(({ entry }) => entry)),
    ),
    proposalsOfClaims(
      teamId,
      claims.flatMap((one) => one.proposals),
    ),
  ])
  const now = new Map(cited.map((one) => [one.entry, one]))
  const made = new Map(proposals.map((one) => [one.id, one]))
  return claims.map((row) => {
    const citations = citationsOf(row).map((one) => citedNow(one, now.get(one.entry)))
    const { text, kind, confidence } = claimView(row)
    return {
      position: row.position,
      text,
      kind,
      confidence,
      citations,
      state: row.state as Reviewed["state"],
      original: row.edited === null ? null : row.text,
      reason: row.reason,
      decided: row.decidedAt === null ? null : { by: row.decidedBy ?? "", at: row.decidedAt.toISOString() },
      flags: guardText(text).flags.map((flag) => ({ kind: flag.kind, why: flag.message })),
      hindrance: hindranceOf(citations),
      promote: row.promote as PromoteTo | null,
      becomes: row.becomes as Reviewed["becomes"],
      proposals: row.proposals.flatMap((id) => made.get(id) ?? []),
      shown: shownOfClaim(row, citations),
    }
  })
}

function citedNow(
  { entry, file, path, line, text }: Citation,
  found: CitedEntry | undefined,
): Reviewed["citations"][number] {
  const now = found?.state === "current" ? found : undefined
  return {
    entry,
    file,
    path,
    line,
    text,
    stands: now === undefined ? "gone" : now.text === text ? "same" : "changed",
    now: now?.text ?? null,
    lineNow: now?.line ?? null,
    agent: found?.agent ?? null,
    project: found?.project ?? null,
    section: now?.section ?? null,
    date: now?.date ?? null,
  }
}

const hindranceOf = (citations: readonly Pick<Reviewed["citations"][number], "stands">[]): string | null =>
  citations.some(({ stands }) => stands !== "gone")
    ? null
    : "none of its cited entries is current: reject it, or run the coach again"

/** What a decision carries: it holds for these words and for what they rest on as it was shown. */
const shownOfClaim = (row: ClaimRow, citations: readonly Reviewed["citations"][number][]): string =>
  createHash("sha256")
    .update(JSON.stringify([row.kind, wordsOf(row), ...citations.map(({ entry, now }) => [entry, now])]))
    .digest("hex")
