import { describe, expect, it } from "vitest"
import {
  beginReview,
  decidedClaim,
  drawnClaims,
  moveReview,
  type ReviewMove,
  undecidedClaim,
} from "@/components/coach/review/review-reducer"
import type { Claim } from "@/components/coach/review/synthesis-types"

const claim = (position: number, more: Partial<Claim> = {}): Claim => ({
  position,
  text: `Claim ${position}`,
  kind: "risk",
  confidence: 0.8,
  state: "waiting",
  original: null,
  reason: null,
  decided: null,
  flags: [],
  hindrance: null,
  promote: null,
  becomes: null,
  proposals: [],
  shown: `s${position}`,
  citations: [],
  ...more,
})
const me = { by: "Mara Reyes", at: "2026-11-22T10:00:00Z" }
const accepted = (one: Claim) => decidedClaim(one, { verdict: "accept", use: "brief" }, me)
const after = (claims: readonly Claim[], ...moves: ReviewMove[]) =>
  moves.reduce(moveReview, beginReview(claims, null))
const [first, second, third] = [claim(0), claim(1), claim(2)]

describe("a review", () => {
  it("starts at the claim in the address, else at the first undecided one", () => {
    expect(beginReview([first, second], 1).current).toBe(1)
    expect(beginReview([accepted(first), second], 7).current).toBe(1)
    expect(beginReview([accepted(first)], null).current).toBe(0)
  })

  it("continues with the next undecided claim, below and then above, and stays if there is none", () => {
    const at2 = after(
      [first, accepted(second), third],
      { do: "go", position: 2 },
      { do: "draw", claims: [accepted(third)], on: true },
    )
    expect(at2.current).toBe(0)
    expect(moveReview(at2, { do: "draw", claims: [accepted(first)], on: true }).current).toBe(0)
    expect(
      after(
        [first, second, third],
        { do: "go", position: 1 },
        { do: "draw", claims: [accepted(second)], on: true },
      ).current,
    ).toBe(2)
  })

  it("shows a decision at once, over other updates, until the server has answered", () => {
    const drawn = accepted(first)
    const review = after(
      [first, second],
      { do: "draw", claims: [drawn], on: true },
      { do: "told", claims: [first, claim(1, { state: "rejected" })] },
    )
    expect(drawnClaims(review).map((one) => one.state)).toEqual(["accepted", "rejected"])
    expect(
      drawnClaims(moveReview(review, { do: "settle", claims: [drawn] })).map((one) => one.state),
    ).toEqual(["accepted", "rejected"])
  })

  it("restores a refused decision with its reason, and keeps the current position", () => {
    const drawn = accepted(first)
    const review = after(
      [first, second, third],
      { do: "draw", claims: [drawn], on: true },
      { do: "return", claims: [drawn], why: "stale" },
    )
    expect(drawnClaims(review)[0]).toBe(first)
    expect(review.refused.get(0)).toBe("stale")
    expect(review.current).toBe(1)
    expect(moveReview(review, { do: "draw", claims: [accepted(first)], on: false }).refused.size).toBe(0)
  })

  it("keeps a later decision if an earlier one on the same claim is answered or refused", () => {
    const [one, back, other] = [
      accepted(first),
      undecidedClaim(accepted(first)),
      decidedClaim(first, { verdict: "reject", reason: "It is wrong" }, me),
    ]
    const review = after(
      [first],
      { do: "draw", claims: [one], on: true },
      { do: "draw", claims: [back], on: false },
      { do: "draw", claims: [other], on: true },
    )
    expect(drawnClaims(moveReview(review, { do: "settle", claims: [one] }))[0]?.state).toBe("rejected")
    expect(drawnClaims(moveReview(review, { do: "return", claims: [one], why: "late" }))[0]?.state).toBe(
      "rejected",
    )
  })

  it("shows an edited claim in the curator's words, and in the coach's words after an undo", () => {
    const edited = decidedClaim(first, { verdict: "edit", text: "Said better", use: "promotion" }, me)
    expect(edited).toMatchObject({
      state: "edited",
      text: "Said better",
      original: "Claim 0",
      becomes: "promotion",
    })
    expect(undecidedClaim(edited)).toEqual(first)
  })
})
