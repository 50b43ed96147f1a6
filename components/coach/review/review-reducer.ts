import type { PromoteTo } from "@/lib/memory/coach/synthesis"
import { whyReviewAlone, type Claim, type DecidedBy } from "./synthesis-types"

/** A curator's decision on a claim. */
export type PendingDecision =
  | {
      readonly verdict: "accept" | "edit"
      readonly text?: string
      readonly use: "brief" | "promotion"
      readonly to?: PromoteTo
    }
  | { readonly verdict: "reject"; readonly reason: string }

/** The claims of a synthesis during its review. */
export interface Review {
  /** Claims in reading order, as the server last sent them. */
  readonly claims: readonly Claim[]
  /** Optimistic updates by position, shown until the server has answered. */
  readonly ahead: ReadonlyMap<number, Claim>
  /** Reasons for which the last decisions were refused, by position. */
  readonly refused: ReadonlyMap<number, string>
  /** The position of the current claim. */
  readonly current: number
}

export type ReviewMove =
  | { readonly do: "go"; readonly position: number }
  | { readonly do: "step"; readonly by: 1 | -1 }
  /** Shows these claims at once. `on`: moves to the next waiting claim. */
  | { readonly do: "draw"; readonly claims: readonly Claim[]; readonly on: boolean }
  /** The server accepted the decision. */
  | { readonly do: "settle"; readonly claims: readonly Claim[] }
  /** The server refused the decision for this reason; null: it was undone before it was sent. */
  | { readonly do: "return"; readonly claims: readonly Claim[]; readonly why: string | null }
  | { readonly do: "told"; readonly claims: readonly Claim[] }

/** Returns the claims as they are shown, with optimistic updates. */
export const drawnClaims = ({ claims, ahead }: Pick<Review, "claims" | "ahead">): readonly Claim[] =>
  ahead.size === 0 ? claims : claims.map((one) => ahead.get(one.position) ?? one)

export function beginReview(claims: readonly Claim[], asked: number | null): Review {
  const wanted =
    claims.find((one) => one.position === asked) ?? claims.find((one) => one.state === "waiting") ?? claims[0]
  return { claims, ahead: new Map(), refused: new Map(), current: wanted?.position ?? 0 }
}

export function moveReview(review: Review, move: ReviewMove): Review {
  switch (move.do) {
    case "go":
      return review.claims.some((one) => one.position === move.position)
        ? { ...review, current: move.position }
        : review
    case "step": {
      const at = review.claims.findIndex((one) => one.position === review.current)
      const next = review.claims[at + move.by]
      return next ? { ...review, current: next.position } : review
    }
    case "draw":
      return draw(review, move.claims, move.on)
    case "settle": {
      const settled = new Map(move.claims.map((one) => [one.position, one]))
      return {
        ...review,
        claims: review.claims.map((one) => settled.get(one.position) ?? one),
        ahead: without(review.ahead, move.claims),
      }
    }
    case "return":
      return putBack(review, move.claims, move.why)
    case "told":
      return { ...review, claims: move.claims }
  }
}

/** Returns the review with optimistic updates of the claims. `on`: moves to the next waiting claim. */
function draw(review: Review, claims: readonly Claim[], on: boolean): Review {
  const ahead = new Map(review.ahead)
  const refused = new Map(review.refused)
  for (const one of claims) {
    ahead.set(one.position, one)
    refused.delete(one.position)
  }
  const drawn = { ...review, ahead, refused }
  return on ? { ...drawn, current: nextWaiting(drawn) ?? review.current } : drawn
}

/**
 * Returns the review without the optimistic updates of the claims. `why`: reason of the server's refusal;
 * null: not refused.
 */
function putBack(review: Review, claims: readonly Claim[], why: string | null): Review {
  const back = { ...review, ahead: without(review.ahead, claims) }
  if (why === null) return back
  const refused = claims.map((one): [number, string] => [one.position, why])
  return { ...back, refused: new Map([...review.refused, ...refused]) }
}

/** Returns the optimistic updates without those of these claims. A later update of the same claim stays. */
function without(ahead: Review["ahead"], claims: readonly Claim[]): Review["ahead"] {
  const left = new Map(ahead)
  for (const one of claims) if (left.get(one.position) === one) left.delete(one.position)
  return left
}

/** Returns the position of the next waiting claim, starting again at the top; null if none is waiting. */
function nextWaiting(review: Review): number | null {
  const drawn = drawnClaims(review)
  const at = drawn.findIndex((one) => one.position === review.current)
  return (
    [...drawn.slice(at), ...drawn.slice(0, Math.max(at, 0))].find((one) => one.state === "waiting")
      ?.position ?? null
  )
}

/** Returns the claim as it will be after the decision. */
export function decidedClaim(claim: Claim, decision: PendingDecision, decided: DecidedBy): Claim {
  if (decision.verdict === "reject")
    return { ...claim, state: "rejected", reason: decision.reason, becomes: null, decided }
  if (decision.verdict === "accept" || decision.text === undefined)
    return { ...claim, state: "accepted", becomes: decision.use, decided }
  return {
    ...claim,
    state: "edited",
    text: decision.text,
    original: claim.original ?? claim.text,
    becomes: decision.use,
    decided,
  }
}

/** Returns the claim as it was before any decision. */
export const undecidedClaim = (claim: Claim): Claim => ({
  ...claim,
  state: "waiting",
  text: claim.original ?? claim.text,
  original: null,
  reason: null,
  becomes: null,
  proposals: [],
  decided: null,
})

/** True if the claim is part of the published text. A promoted claim is written to another memory. */
const isAccepted = ({ state, becomes }: Claim): boolean =>
  (state === "accepted" || state === "edited") && becomes !== "promotion"

/** Progress of a review. */
export interface ReviewProgress {
  readonly waiting: readonly Claim[]
  /** The waiting claims that can be accepted together. */
  readonly rest: readonly Claim[]
  /** The number of claims accepted for the published text. */
  readonly accepted: number
}

export function progressOf(claims: readonly Claim[]): ReviewProgress {
  const waiting = claims.filter((one) => one.state === "waiting")
  return {
    waiting,
    rest: waiting.filter((one) => whyReviewAlone(one) === null),
    accepted: claims.filter(isAccepted).length,
  }
}
