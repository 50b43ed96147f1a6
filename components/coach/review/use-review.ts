"use client"

import { type Dispatch, type SetStateAction, useReducer, useState } from "react"
import { CLAIM_KINDS } from "@/components/coach/synthesis-text"
import {
  type PostedRequest,
  dropUndo,
  pushUndo,
  UNDO_MS,
  type Undoable,
  useUndoStack,
} from "@/components/queue/outbox-and-undo"
import { forgetDrafts } from "@/components/queue/drafts"
import { quoteHeadline } from "@/components/text/short-text"
import { showErrorToastAtTop } from "@/components/data/show-toast"
import {
  beginReview,
  decidedClaim,
  drawnClaims,
  moveReview,
  type PendingDecision,
  type ReviewMove,
  undecidedClaim,
} from "./review-reducer"
import { claimVerdictWords, type Claim, type PublishPreview, type Synthesis } from "./synthesis-types"
import {
  type ClaimAnswer,
  sendClaimDecision,
  sendClaimUndo,
  sendRest,
  draftOf,
  useReviewServer,
} from "./review-requests"

/** A decision in the undo tray. */
interface AppliedDecision extends Undoable {
  /** The claims before the decision. */
  readonly before: readonly Claim[]
  /** The claims as they were shown after it. */
  readonly drawn: readonly Claim[]
  readonly posted: PostedRequest<unknown>
}

interface ReviewOptions {
  readonly synthesis: Synthesis
  readonly me: { readonly id: string; readonly name: string }
  /** The position of the claim that the URL names. */
  readonly asked: number | null
  readonly preview: PublishPreview | null
  readonly announce: (words: string) => void
  /** Called when the synthesis is no longer waiting, so the page has to change. */
  readonly onOver: () => void
}

const ordered = (claims: readonly Claim[]) =>
  CLAIM_KINDS.flatMap((kind) => claims.filter((one) => one.kind === kind))

/**
 * Returns the state of the review. Decisions are optimistic and sent in order. A refused decision is
 * reverted.
 */
export function useReview({ synthesis, me, asked, preview: first, announce, onOver }: ReviewOptions) {
  const { id, team } = synthesis
  const [review, move] = useReducer(moveReview, null, () => beginReview(ordered(synthesis.statements), asked))
  const { stack, setStack, passTime } = useUndoStack<AppliedDecision>()
  const [preview, setPreview] = useState(first)
  const [keptOf, setKeptOf] = useState<KeptCopies>(new Map())
  const { post, noteCancelled } = useReviewServer({
    id,
    team,
    me: me.id,
    onClaims: (told) => move({ do: "told", claims: ordered(told) }),
    onPreview: setPreview,
    onOver,
  })
  const claims = drawnClaims(review)
  const page: ReviewPage = { id, by: me.name, move, announce, post, noteCancelled, setStack, setKeptOf }
  return {
    review,
    claims,
    move,
    stack,
    preview,
    keptOf,
    post,
    passTime,
    decideOne: (claim: Claim, decision: PendingDecision) => {
      const words = `${claimVerdictWords(decidedClaim(claim, decision, { by: "", at: "" }))} ${quoteHeadline(claim.text)}`
      const send = (key: string) => sendClaimDecision(id, claim, decision, key)
      applyDecision(page, { before: [claim], decision, send, words })
    },
    acceptRest: (before: readonly Claim[]) => {
      const send = (key: string) => sendRest(id, before, key)
      const words = `Accepted ${before.length} claims`
      applyDecision(page, { before, decision: { verdict: "accept", use: "brief" }, send, words })
    },
    /** Undoes a decision in the undo tray. Returns false if it is no longer there. */
    undo: (number: number) => {
      const one = stack.find((some) => some.number === number)
      if (one) undoApplied(page, one, claims)
      return one !== undefined
    },
    /** Undoes the decision on a claim, including decisions by other people. */
    undoClaim: (claim: Claim) => {
      const isOnlyThis = ({ before }: AppliedDecision) =>
        before.length === 1 && before[0]?.position === claim.position
      setStack((all) => all.filter((one) => !isOnlyThis(one)))
      undoClaims(page, [undecidedClaim(claim)], claimVerdictWords(claim))
    },
  }
}

/** Copies that a recent promotion did not remove, by position. */
type KeptCopies = ReadonlyMap<number, ClaimAnswer["kept"]>

/** The page that decisions are applied to. */
interface ReviewPage extends ReturnType<typeof useReviewServer> {
  /** The ID of the synthesis. */
  readonly id: string
  /** The name of the person. */
  readonly by: string
  readonly move: Dispatch<ReviewMove>
  readonly announce: (words: string) => void
  readonly setStack: Dispatch<SetStateAction<readonly AppliedDecision[]>>
  readonly setKeptOf: Dispatch<SetStateAction<KeptCopies>>
}

interface NewDecision {
  /** The claims before the decision. */
  readonly before: readonly Claim[]
  readonly decision: PendingDecision
  readonly send: (key: string) => Promise<ClaimAnswer>
  readonly words: string
}

const positionsOf = (claims: readonly Claim[]) => claims.map((one) => one.position)

let numbered = 0

/** Shows a decision at once and sends it. Claims that the server refuses return to their previous state. */
function applyDecision(page: ReviewPage, { before, decision, send, words }: NewDecision): void {
  const { move, announce, setStack } = page
  const at = new Date().toISOString()
  const drawn = before.map((one) => decidedClaim(one, decision, { by: page.by, at }))
  const number = (numbered += 1)
  move({ do: "draw", claims: drawn, on: true })
  announce(words)
  const { posted, over } = page.post(positionsOf(before), send)
  const applied: AppliedDecision = { number, words, msLeft: UNDO_MS, before, drawn, posted }
  setStack((all) => pushUndo(all, applied))
  posted.answer.then(
    (answer) => {
      settle(page, drawn, answer)
      over(answer.waits.length > 0 || answer.proposals.length > 0)
    },
    (cause: Error) => {
      move({ do: "return", claims: drawn, why: cause.message })
      setStack((all) => dropUndo(all, number))
      announce(`Not saved: ${cause.message}`)
      over(true)
    },
  )
}

/**
 * Applies the answer of the server. Claims that are still waiting return to their previous state, with the
 * reason.
 */
function settle(
  { id, move, setKeptOf }: ReviewPage,
  drawn: readonly Claim[],
  { waits, kept }: ClaimAnswer,
): void {
  const left = new Map(waits.map((one) => [one.position, one.why]))
  const taken = drawn.filter((one) => !left.has(one.position))
  move({ do: "settle", claims: taken })
  forgetDrafts(taken.map((one) => draftOf(id, one.position)))
  for (const one of drawn) {
    const why = left.get(one.position)
    if (why !== undefined) move({ do: "return", claims: [one], why })
  }
  const keptNow = drawn.map((one): [number, ClaimAnswer["kept"]] => [one.position, kept])
  setKeptOf((all) => new Map([...all, ...keptNow]))
}

/** Undoes a decision in the undo tray. `claims`: the claims as shown now. */
function undoApplied(page: ReviewPage, one: AppliedDecision, claims: readonly Claim[]): void {
  const { move, announce, setStack, noteCancelled } = page
  setStack((all) => dropUndo(all, one.number))
  // Refused claims are already waiting.
  const decided = new Set(positionsOf(claims.filter((claim) => claim.state !== "waiting")))
  const back = one.before.filter((claim) => decided.has(claim.position))
  if (!one.posted.cancel()) {
    if (back.length > 0) undoClaims(page, back, one.words)
    return
  }
  noteCancelled()
  move({ do: "return", claims: one.drawn, why: null })
  const [first] = one.before
  if (first) move({ do: "go", position: first.position })
  announce(`Undone: ${one.words}`)
}

/** Undoes decisions that were sent. `before`: the claims without the decisions. */
function undoClaims({ id, move, announce, post }: ReviewPage, before: readonly Claim[], words: string): void {
  move({ do: "draw", claims: before, on: false })
  const [first] = before
  if (first) move({ do: "go", position: first.position })
  announce(`Undone: ${words}`)
  const { posted, over } = post(positionsOf(before), async (key) => {
    for (const one of before) await sendClaimUndo(id, one.position, `${key}-${one.position}`)
  })
  posted.answer.then(
    () => {
      move({ do: "settle", claims: before })
      over(true) // the server decides what is shown next
    },
    (cause: Error) => {
      move({ do: "return", claims: before, why: null })
      void showErrorToastAtTop(`Could not undo: ${cause.message}`)
      over(true)
    },
  )
}
