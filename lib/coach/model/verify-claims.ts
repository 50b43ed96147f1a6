import type { DraftClaim } from "@/lib/memory/coach/draft"
import { promoteTo } from "@/lib/memory/coach/draft"
import { type ClaimKind, MOST_CITATIONS } from "@/lib/memory/coach/kinds"
import type { CoachEntry } from "@/lib/memory/coach/material"
import { promotionPlaces } from "@/lib/memory/agents/promotion-places"
import type { RawClaim, ReadAnswer } from "./answer"
import { findGroundingProblem, visibleText } from "./grounding"
import type { DroppedClaims } from "./dropped-claims"
import type { ShownEntry } from "./prompt-data"

/** An entry, and the form in which it was shown to the model. */
export interface QuotedEntry {
  readonly entry: CoachEntry
  readonly shown: ShownEntry
}

/** A claim that its citations support. */
export interface VerifiedClaim {
  readonly text: string
  readonly kind: ClaimKind
  readonly confidence: number
  readonly cited: readonly QuotedEntry[]
}

/**
 * Returns the claims of an answer that their citations support. `citedBy` returns the entries of an ID in the
 * prompt, and an empty list for an unknown ID. Dropped claims and citations are counted in `losses`.
 */
export function verifyClaims(
  { claims, misshapen, beyond }: ReadAnswer,
  citedBy: (id: string) => readonly QuotedEntry[],
  losses: DroppedClaims,
): VerifiedClaim[] {
  losses.count("misshapen", misshapen)
  losses.count("beyond", beyond)
  return claims.flatMap((claim) => verifyOne(claim, citedBy, losses) ?? [])
}

function verifyOne(
  { text, kind, confidence, citations }: RawClaim,
  citedBy: (id: string) => readonly QuotedEntry[],
  losses: DroppedClaims,
): VerifiedClaim | null {
  const found = citations.map(citedBy)
  losses.count("citation", found.filter((some) => some.length === 0).length)
  const cited = [...new Map(found.flat().map((seen) => [seen.entry.id, seen])).values()].slice(
    0,
    MOST_CITATIONS,
  )
  const shownText = visibleText(text)
  const doubt =
    cited.length === 0 || shownText === ""
      ? "uncited"
      : findGroundingProblem(
          shownText,
          cited.map(({ shown }) => shown),
        )
  if (doubt !== null) {
    losses.count(doubt)
    return null
  }
  const held = kindHeld(kind, cited)
  if (held !== kind) losses.count(kind === "shared-pattern" ? "notShared" : "oneSided")
  return { text: shownText, kind: held, confidence, cited }
}

/**
 * Returns the kind of a claim, corrected to an observation if the citations do not fit. A shared pattern
 * needs several sources, and a contradiction needs two entries.
 */
function kindHeld(kind: ClaimKind, cited: readonly QuotedEntry[]): ClaimKind {
  if (
    kind === "shared-pattern" &&
    new Set(
      cited.map(({ entry: { project, agent, file } }) => (agent === null ? file : `${project}\0${agent}`)),
    ).size < 2
  )
    return "observation"
  return kind === "contradiction" && cited.length < 2 ? "observation" : kind
}

/**
 * Returns a claim as a draft. The target of a promotion is derived from the cited entries, not from the
 * model's answer.
 */
export function draftOf({ text, kind, confidence, cited }: VerifiedClaim): DraftClaim {
  const copies = cited.flatMap(({ entry: { agent, project, category } }) =>
    agent === null ? [] : [{ agent, project, category }],
  )
  const [place] = kind === "shared-pattern" ? promotionPlaces(copies) : []
  return {
    text,
    kind,
    confidence,
    citations: cited.map(({ entry }) => entry.id),
    promote: place ? promoteTo(place) : null,
  }
}
