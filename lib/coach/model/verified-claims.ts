import { formatCount } from "@/lib/memory/text/sentence"
import {
  type DraftClaim,
  promoteTo,
  type CoachEntry,
  type ClaimKind,
  MOST_CITATIONS,
} from "@/lib/memory/coach/synthesis"
import { promotionPlaces } from "@/lib/memory/agents/promotion"
import { compareStatements } from "@/lib/memory/comparison/compare-statements"
import type { RawClaim, ReadAnswer } from "./answer"
import { findGroundingProblem, visibleText, type GroundingProblem } from "./grounding"
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

export type DropReason =
  | GroundingProblem
  | "uncited"
  | "citation"
  | "misshapen"
  | "beyond"
  | "notShared"
  | "oneSided"

type Words = (count: string, one: boolean) => string

/** Phrases about dropped claims, by reason. */
const DROPPED: Readonly<
  Record<Exclude<DropReason, "citation" | "beyond" | "notShared" | "oneSided">, Words>
> = {
  uncited: (count) => `${count} cited entries that the model was not shown`,
  order: (count, one) => `${count} read like ${one ? "an instruction" : "instructions"} to agents`,
  disguised: (count) => `${count} contained lookalike characters`,
  secret: (count) => `${count} contained a possible secret`,
  address: (count) => `${count} contained an address, host or path that is not in a cited entry`,
  code: (count) => `${count} contained code or a command that is not in a cited entry`,
  number: (count) => `${count} contained a number that is not in a cited entry`,
  words: (count, one) => `${count} ${one ? "was" : "were"} not supported by the cited entries`,
  misshapen: (count, one) => `${count} ${one ? "was" : "were"} malformed`,
}

/**
 * Counts the claims and citations of a model's answers that were dropped or changed. `notes` returns
 * sentences about them for display.
 */
export class DroppedClaims {
  private readonly counts = new Map<DropReason, number>()

  count(loss: DropReason, more = 1): void {
    if (more > 0) this.counts.set(loss, (this.counts.get(loss) ?? 0) + more)
  }

  notes(): string[] {
    const of = (loss: DropReason) => this.counts.get(loss) ?? 0
    const why = Object.entries(DROPPED).flatMap(([loss, words]) =>
      of(loss as DropReason) > 0 ? [words(String(of(loss as DropReason)), of(loss as DropReason) === 1)] : [],
    )
    const dropped = Object.keys(DROPPED).reduce((sum, loss) => sum + of(loss as DropReason), 0)
    return [
      ...(dropped > 0
        ? [`${claims(dropped)} from the model ${were(dropped)} dropped: ${why.join(", ")}.`]
        : []),
      ...(of("citation") > 0
        ? [
            `${formatCount(of("citation"), "citation")} from the model ${were(of("citation"))} dropped because the model was not shown the cited entry.`,
          ]
        : []),
      ...(of("beyond") > 0
        ? [`${claims(of("beyond"))} beyond the requested number ${were(of("beyond"))} dropped.`]
        : []),
      ...(of("notShared") > 0
        ? [
            `${claims(of("notShared"))} that the model marked as shared ${of("notShared") === 1 ? "is" : "are"} based on only one agent and ${were(of("notShared"))} kept as ${of("notShared") === 1 ? "an observation" : "observations"}.`,
          ]
        : []),
      ...(of("oneSided") > 0
        ? [
            `${claims(of("oneSided"))} that the model marked as contradictory ${of("oneSided") === 1 ? "cites" : "cite"} only one side and ${were(of("oneSided"))} kept as ${of("oneSided") === 1 ? "an observation" : "observations"}.`,
          ]
        : []),
    ]
  }
}

const claims = (count: number): string => formatCount(count, "claim")
const were = (count: number): string => (count === 1 ? "was" : "were")

/** Maximum number of claims with which a claim is compared. */
const MOST_COMPARED = 300

/**
 * Returns the claims with duplicates of the same kind merged. The claim with the higher confidence is kept,
 * with the citations of both. Keeps the order.
 */
export function joinDuplicateClaims(claims: readonly VerifiedClaim[]): VerifiedClaim[] {
  const joined: VerifiedClaim[] = []
  for (const claim of claims) {
    const place =
      joined.length > MOST_COMPARED
        ? -1
        : joined.findIndex(
            (one) =>
              one.kind === claim.kind &&
              /^(?:same|duplicate)$/.test(compareStatements(one.text, claim.text).kind),
          )
    const same = joined[place]
    if (!same) joined.push(claim)
    else {
      const surer = claim.confidence > same.confidence ? claim : same
      joined[place] = {
        ...surer,
        cited: [
          ...new Map([...same.cited, ...claim.cited].map((seen) => [seen.entry.id, seen])).values(),
        ].slice(0, MOST_CITATIONS),
      }
    }
  }
  return joined
}

/**
 * Returns the most important claims, at most `most`, without duplicates. Ranked by the model's confidence and
 * the number of cited agents.
 */
export function mostImportantClaims(claims: readonly VerifiedClaim[], most: number): VerifiedClaim[] {
  const weight = ({ confidence, cited }: VerifiedClaim) =>
    confidence + 0.1 * Math.min(5, new Set(cited.map(({ entry }) => `${entry.project}\0${entry.agent}`)).size)
  const ranked = claims.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST_COMPARED)
  return joinDuplicateClaims(ranked).slice(0, most)
}
