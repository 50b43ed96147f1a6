import type { Visibility } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import {
  type Citation,
  type CitedEntry,
  entriesCited,
  proposalsOfClaims,
  type SynthesisRow,
} from "@/lib/db/coach/syntheses"
import type { PromoteTo } from "@/lib/memory/coach/draft"
import { guardText } from "../guard/secrets-and-flags"
import { citationsOf, claimView, type WholeSynthesis, claimText } from "./coach-outputs"

export type ClaimRow = SynthesisRow["claims"][number]
export type ReviewedClaim = WholeSynthesis["statements"][number]
type ReviewedCitation = ReviewedClaim["citations"][number]

/**
 * Returns claims for review, with the current text of the visible entries they cite.
 */
export async function reviewedClaims(
  visible: Visibility,
  claims: SynthesisRow["claims"],
): Promise<ReviewedClaim[]> {
  const [cited, proposals] = await Promise.all([
    entriesCited(
      visible,
      claims.flatMap((one) => citationsOf(one).map(({ entry }) => entry)),
    ),
    proposalsOfClaims(
      visible,
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
      state: row.state as ReviewedClaim["state"],
      original: row.edited === null ? null : row.text,
      reason: row.reason,
      decided: row.decidedAt === null ? null : { by: row.decidedBy ?? "", at: row.decidedAt.toISOString() },
      flags: guardText(text).flags.map((flag) => ({ kind: flag.kind, why: flag.message })),
      hindrance: hindranceOf(citations),
      promote: row.promote as PromoteTo | null,
      becomes: row.becomes as ReviewedClaim["becomes"],
      proposals: row.proposals.flatMap((id) => made.get(id) ?? []),
      shown: shownOfClaim(row, citations),
    }
  })
}

function citedNow(
  { entry, file, path, line, text }: Citation,
  found: CitedEntry | undefined,
): ReviewedCitation {
  const cited = { entry, file, path, line, text }
  const holder = { agent: found?.agent ?? null, project: found?.project ?? null }
  if (found?.state !== "current")
    return { ...cited, ...holder, stands: "gone", now: null, lineNow: null, section: null, date: null }
  return {
    ...cited,
    ...holder,
    stands: found.text === text ? "same" : "changed",
    now: found.text,
    lineNow: found.line,
    section: found.section,
    date: found.date,
  }
}

const hindranceOf = (citations: readonly Pick<ReviewedCitation, "stands">[]): string | null =>
  citations.some(({ stands }) => stands !== "gone")
    ? null
    : "none of the cited entries are current. Reject the claim, or run the coach again"

/**
 * Returns a hash of the claim and its cited entries. A decision sends it back, and is refused as stale if it
 * changed.
 */
const shownOfClaim = (row: ClaimRow, citations: readonly ReviewedCitation[]): string =>
  createHash("sha256")
    .update(JSON.stringify([row.kind, claimText(row), ...citations.map(({ entry, now }) => [entry, now])]))
    .digest("hex")
