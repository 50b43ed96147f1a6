import { sha256OfJson } from "@/lib/files/sha256"
import { z } from "zod"
import {
  CLAIM_STATES,
  CLAIM_USES,
  LONGEST_CLAIM,
  MOST_CLAIMS,
  SYNTHESIS_STATES,
  type PromoteTo,
} from "@/lib/memory/coach/synthesis"
import { type Visibility, visibilitiesOf, visibilityOf } from "@/lib/memory/teams/visibility"
import {
  type Citation,
  type CitedEntry,
  entriesCited,
  proposalsOfClaims,
  type SynthesisRow,
  findSynthesis,
} from "@/lib/db/coach/syntheses"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { type Actor, can, isAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { promoteTo, citationsOf, claimView, type WholeSynthesis, claimText } from "../coach-outputs"
import { guardText } from "../../guard/secrets-and-flags"
import { readableTeams } from "../../teams/team-and-project"

export const LONGEST_REASON = 500

const position = z.coerce
  .number()
  .int()
  .min(0)
  .max(MOST_CLAIMS - 1)
  .describe("Zero-based position of the claim")
const shown = z.string().regex(/^[0-9a-f]{64}$/, "send `shown` exactly as you received it with the claim")
/** The reason. Required for some verdicts. */
const reason = z.string().trim().max(LONGEST_REASON, `enter at most ${LONGEST_REASON} characters`).default("")

export const claimNamed = z.object({ synthesis: z.string(), position })

export const claimDecision = claimNamed.extend({
  verdict: z.enum(["accept", "edit", "reject"]),
  text: z
    .string()
    .trim()
    .min(1, "a claim needs text")
    .max(LONGEST_CLAIM, `enter at most ${LONGEST_CLAIM.toLocaleString("en")} characters`)
    .optional()
    .describe("edit: the new text of the claim"),
  reason: reason.describe("reject: the reason, which the coach uses to avoid similar claims"),
  shown: shown.describe("`shown` from the version you saw. The decision applies to exactly that version"),
  use: z
    .enum(CLAIM_USES)
    .default("brief")
    .describe(
      "brief: publish the claim in the brief. promotion: propose it for shared memory and remove its copies",
    ),
  to: promoteTo
    .optional()
    .describe("promotion: category memory or team memory. Defaults to the coach's suggestion"),
})

const left = z.number().describe("Number of claims in the synthesis that still need a decision")

export const decidedClaim = z.object({
  position: z.number(),
  state: z.enum(CLAIM_STATES),
  becomes: z.enum(CLAIM_USES).nullable(),
  proposals: z.array(z.string()).describe("IDs of the claim's proposals, in the recommended review order"),
  kept: z
    .array(z.object({ path: z.string(), agent: z.string().nullable(), why: z.string() }))
    .describe("Copies that are kept, and why"),
  left,
})
export type DecidedClaim = z.input<typeof decidedClaim>

export const undoneClaim = z.object({
  position: z.number(),
  state: z.enum(CLAIM_STATES),
  withdrawn: z.number().describe("Number of the claim's proposals that were withdrawn"),
  left,
})

export const restDecision = z.object({
  synthesis: z.string(),
  verdict: z.enum(["accept", "reject"]),
  reason: reason.describe("reject: the reason, for all selected claims"),
  claims: z
    .array(z.object({ position, shown }))
    .min(1, "choose at least one claim")
    .max(MOST_CLAIMS, `choose at most ${MOST_CLAIMS} claims`),
})

export const restDecided = z.object({
  decided: z.number(),
  left: z
    .array(z.object({ position: z.number(), why: z.string() }))
    .describe("Claims that could not be reviewed together. Review each claim individually"),
})

export const wholeRejection = z.object({
  synthesis: z.string(),
  reason: z
    .string()
    .trim()
    .min(1, "enter a reason. The coach uses it to avoid similar claims")
    .max(LONGEST_REASON, `enter at most ${LONGEST_REASON} characters`),
})

export const rejectedWhole = z.object({
  id: z.string(),
  state: z.enum(SYNTHESIS_STATES),
  proposals: z.array(z.string()).describe("Pending proposals from the claims. Review them in the Inbox"),
})

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
  sha256OfJson([row.kind, claimText(row), ...citations.map(({ entry, now }) => [entry, now])])

export interface SynthesisUnderReview {
  readonly team: VisibleTeam
  readonly row: SynthesisRow
  readonly visible: Visibility
}

/**
 * Returns the synthesis that a curator decides on. Refuses access tokens, and people without the right to
 * curate.
 */
export async function findForReview(actor: Actor, synthesis: string): Promise<Outcome<SynthesisUnderReview>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findSynthesis(visibilitiesOf(actor, teams.value), synthesis)
  const team = teams.value.find((one) => one.id === row?.teamId)
  if (!row || !team) return refused("not-found", `synthesis not found: ${synthesis}`)
  if (isAgent(actor)) return refused("forbidden", "access tokens cannot review claims. Sign in as a person")
  if (!can(actor, "curate", { teamId: team.id }))
    return refused("forbidden", `${team.name}: your role does not allow this (requires permission to curate)`)
  return done({ team, row, visible: visibilityOf(actor, team.id) })
}

/** Returns a refusal if a synthesis no longer waits, else null. */
export function whyNotWaiting({
  state,
  title,
  decidedBy,
  reason,
}: Pick<SynthesisRow, "state" | "title" | "decidedBy" | "reason">): Refusal | null {
  switch (state) {
    case "waiting":
      return null
    case "rejected":
      return refused(
        "conflict",
        `“${title}” was already rejected by ${decidedBy ?? "someone"}: ${reason ?? ""}. Undo the rejection first`,
        { state, by: decidedBy },
      )
    case "published":
      return refused(
        "conflict",
        `“${title}” was already published by ${decidedBy ?? "someone"}. Withdraw it first`,
        { state, by: decidedBy },
      )
    default:
      return refused(
        "conflict",
        `“${title}” was published and has since been replaced by a newer synthesis. Its claims can no longer be reviewed`,
        { state, by: decidedBy },
      )
  }
}

/** Returns the claim at a position of a synthesis, counted from 0. */
export const claimOf = ({ claims, title }: SynthesisRow, position: number): Outcome<ClaimRow> => {
  const claim = claims[position]
  return claim
    ? done(claim)
    : refused(
        "not-found",
        `“${title}” has ${claims.length === 1 ? "1 claim" : `${claims.length} claims`}. There is no claim at position ${position}`,
      )
}

/** Returns a claim for review. Throws if the claim is not found. */
export async function viewClaimForReview(visible: Visibility, claim: ClaimRow) {
  const [reviewed] = await reviewedClaims(visible, [claim])
  if (!reviewed) throw new Error("a claim without its view")
  return reviewed
}

export const countWaitingClaims = (claims: readonly Pick<ClaimRow, "state">[]): number =>
  claims.filter(({ state }) => state === "waiting").length
