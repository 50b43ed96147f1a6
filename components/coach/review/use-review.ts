"use client"

import { useCallback, useEffect, useReducer, useRef, useState } from "react"
import { CLAIM_KINDS } from "@/components/coach/coach-text"
import type { Posted } from "@/components/queue/outbox"
import { outbox } from "@/components/queue/shared-outbox"
import { drop, pass, push, UNDO_MS, type Undoable } from "@/components/queue/undo-stack"
import { forgetDrafts } from "@/components/queue/use-drafts"
import { useLive } from "@/components/queue/use-live"
import { quoted } from "@/components/text/quoted"
import {
  beginReview,
  decidedClaim,
  type PendingDecision,
  drawnClaims,
  moveReview,
  undecidedClaim,
} from "./review-state"
import { sayProblemAbove } from "@/components/data/announce"
import {
  fetchPublishPreview,
  fetchSynthesis,
  sendClaimDecision,
  sendRest,
  sendClaimUndo,
  type ClaimAnswer,
} from "./send"
import type { Claim, PublishPreview, Synthesis } from "./review-types"
import { claimVerdictWords } from "./review-text"

interface Undone extends Undoable {
  /** The claims before the decision. */
  readonly before: readonly Claim[]
  readonly drawn: readonly Claim[]
  readonly posted: Posted<unknown>
}

interface Setting {
  readonly synthesis: Synthesis
  readonly me: { readonly id: string; readonly name: string }
  /** The position of the claim that the URL names. */
  readonly asked: number | null
  readonly preview: PublishPreview | null
  readonly announce: (words: string) => void
  /** Called when the synthesis is no longer waiting, so the page has to change. */
  readonly onOver: () => void
}

/** Debounce of requests, in milliseconds. */
const PAUSE_MS = 200

let numbered = 0

const ordered = (claims: readonly Claim[]) =>
  CLAIM_KINDS.flatMap((kind) => claims.filter((one) => one.kind === kind))
export const draftOf = (synthesis: string, position: number) => `${synthesis}/${position}`

/**
 * Returns the state of the review. Decisions are optimistic and sent in order; a refused one returns its
 * claim to its place.
 */
export function useReview({ synthesis, me, asked, preview: firstPreview, announce, onOver }: Setting) {
  const { id, team } = synthesis
  const [review, move] = useReducer(moveReview, null, () => beginReview(ordered(synthesis.statements), asked))
  const [stack, setStack] = useState<readonly Undone[]>([])
  const [preview, setPreview] = useState(firstPreview)
  const [keptOf, setKeptOf] = useState<ReadonlyMap<number, ClaimAnswer["kept"]>>(new Map())
  const latest = useRef({ onOver, announce })
  useEffect(() => {
    latest.current = { onOver, announce }
  })
  const claims = drawnClaims(review)

  // An answer requested before a decision must not overwrite the decision on the page.
  const rounds = useRef({ decided: 0, open: 0, lastAt: -Infinity })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController | null>(null)
  const look = useCallback(
    (all: boolean) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        if (rounds.current.open > 0) return // the last answer triggers another request
        asking.current?.abort()
        const { signal } = (asking.current = new AbortController())
        const round = rounds.current.decided
        try {
          const [told, now] = await Promise.all([
            all ? fetchSynthesis(id, signal) : null,
            fetchPublishPreview(id, signal).catch(() => null),
          ])
          if (signal.aborted || round !== rounds.current.decided) return
          if (now) setPreview(now)
          if (!told) return
          if (told.state !== "waiting") return latest.current.onOver()
          move({ do: "told", claims: ordered(told.statements) })
        } catch {
          // Unreachable or removed: the page stays as it is, and the next decision reports it.
        }
      }, PAUSE_MS)
    },
    [id],
  )
  useEffect(() => () => (clearTimeout(timer.current), asking.current?.abort()), [])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => (outbox.wouldLose() ? event.preventDefault() : undefined)
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [])
  useLive(team, {
    // Own changes arrive as answers to their requests. Own changes in another tab arrive later than 2
    // seconds.
    onChange: ({ kind, byId }) =>
      /^(?:claim|synthesis|proposal|file)\./.test(kind) &&
      !(byId === me.id && performance.now() - rounds.current.lastAt < 2_000)
        ? look(true)
        : undefined,
    onGap: () => look(true),
  })

  const post = useCallback(
    <Answer>(positions: readonly number[], send: (key: string) => Promise<Answer>) => {
      rounds.current.decided += 1
      rounds.current.open += 1
      rounds.current.lastAt = performance.now()
      const posted = outbox.post({ lanes: [id], ids: positions.map((one) => draftOf(id, one)), send })
      const over = (all: boolean) => {
        rounds.current.open -= 1
        rounds.current.lastAt = performance.now()
        look(all)
      }
      return { posted, over }
    },
    [id, look],
  )

  const decide = (
    before: readonly Claim[],
    decision: PendingDecision,
    send: (key: string) => Promise<ClaimAnswer>,
    words: string,
  ) => {
    const drawn = before.map((one) =>
      decidedClaim(one, decision, { by: me.name, at: new Date().toISOString() }),
    )
    const number = (numbered += 1)
    move({ do: "draw", claims: drawn, on: true })
    announce(words)
    const { posted, over } = post(
      before.map((one) => one.position),
      send,
    )
    const undone: Undone = { number, words, msLeft: UNDO_MS, before, drawn, posted }
    setStack((all) => push(all, undone))
    posted.answer.then(
      ({ proposals, waits, kept }) => {
        const left = new Map(waits.map((one) => [one.position, one.why]))
        const taken = drawn.filter((one) => !left.has(one.position))
        move({ do: "settle", claims: taken })
        forgetDrafts(taken.map((one) => draftOf(id, one.position)))
        for (const one of drawn)
          if (left.has(one.position)) move({ do: "return", claims: [one], why: left.get(one.position) ?? "" })
        setKeptOf(
          (all) =>
            new Map([...all, ...drawn.map((one): [number, ClaimAnswer["kept"]] => [one.position, kept])]),
        )
        over(left.size > 0 || proposals.length > 0)
      },
      (cause: Error) => {
        move({ do: "return", claims: drawn, why: cause.message })
        setStack((all) => drop(all, number))
        announce(`Not saved: ${cause.message}`)
        over(true)
      },
    )
  }

  const takeBack = (before: readonly Claim[], words: string) => {
    move({ do: "draw", claims: before, on: false })
    const [first] = before
    if (first) move({ do: "go", position: first.position })
    announce(`Undone: ${words}`)
    const { posted, over } = post(
      before.map((one) => one.position),
      async (key) => {
        for (const one of before) await sendClaimUndo(id, one.position, `${key}-${one.position}`)
      },
    )
    posted.answer.then(
      () => {
        move({ do: "settle", claims: before })
        over(true) // the server decides what is shown next
      },
      (cause: Error) => {
        move({ do: "return", claims: before, why: null })
        void sayProblemAbove(`Could not undo: ${cause.message}`)
        over(true)
      },
    )
  }

  return {
    review,
    claims,
    move,
    stack,
    preview,
    /** By position: copies that a recent promotion did not remove. */
    keptOf,
    passTime: useCallback((ms: number) => setStack((all) => pass(all, ms)), []),
    decideOne: (claim: Claim, decision: PendingDecision) => {
      const words = `${claimVerdictWords(decidedClaim(claim, decision, { by: "", at: "" }))} ${quoted(claim.text)}`
      decide([claim], decision, (key) => sendClaimDecision(id, claim, decision, key), words)
    },
    acceptRest: (some: readonly Claim[]) =>
      decide(
        some,
        { verdict: "accept", use: "brief" },
        (key) => sendRest(id, some, key),
        `Accepted ${some.length} claims`,
      ),
    /** Undoes a decision in the undo tray. */
    undo: (number: number) => {
      const one = stack.find((some) => some.number === number)
      if (!one) return false
      setStack((all) => drop(all, number))
      // Refused claims are already waiting.
      const back = one.before.filter((claim) =>
        claims.some((some) => some.position === claim.position && some.state !== "waiting"),
      )
      if (one.posted.cancel()) {
        rounds.current.open -= 1
        move({ do: "return", claims: one.drawn, why: null })
        const [first] = one.before
        if (first) move({ do: "go", position: first.position })
        announce(`Undone: ${one.words}`)
      } else if (back.length > 0) takeBack(back, one.words)
      return true
    },
    /** Undoes any decision, by any person. */
    undoClaim: (claim: Claim) => {
      setStack((all) =>
        all.filter((one) => !(one.before.length === 1 && one.before[0]?.position === claim.position)),
      )
      takeBack([undecidedClaim(claim)], claimVerdictWords(claim))
    },
    post,
  }
}
