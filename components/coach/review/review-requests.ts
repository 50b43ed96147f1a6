"use client"

import { useCallback, useEffect, useRef } from "react"
import { outbox } from "@/components/queue/outbox-and-undo"
import { useLive } from "@/components/queue/use-live"
import { callOperation, RefusedError } from "@/components/data/http-client"
import type { Claim, PublishPreview } from "./synthesis-types"
import type { PendingDecision } from "./review-reducer"

/** Returns the key under which the typed texts of a claim are kept. */
export const draftOf = (synthesis: string, position: number) => `${synthesis}/${position}`

interface ReviewServerOptions {
  /** The ID of the synthesis. */
  readonly id: string
  readonly team: string
  /** The ID of the person. */
  readonly me: string
  readonly onClaims: (claims: readonly Claim[]) => void
  readonly onPreview: (preview: PublishPreview) => void
  /** Called when the synthesis is no longer waiting, so the page has to change. */
  readonly onOver: () => void
}

/**
 * Time in milliseconds after an answer to this page. Changes by the same person in this time are taken as
 * made on this page, later ones as made in another tab.
 */
const OWN_MS = 2_000

/** Sends decisions in order, and reloads the synthesis after changes by others and after answers. */
export function useReviewServer({ id, team, me, ...options }: ReviewServerOptions) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  // An answer requested before a decision must not overwrite the decision on the page.
  const rounds = useRef({ decided: 0, open: 0, lastAt: -Infinity })
  const read = useCallback(
    async (all: boolean, signal: AbortSignal) => {
      const round = rounds.current.decided
      const [synthesis, preview] = await Promise.all([
        all ? fetchSynthesis(id, signal) : null,
        fetchPublishPreview(id, signal).catch(() => null),
      ])
      if (signal.aborted || round !== rounds.current.decided) return
      if (preview) latest.current.onPreview(preview)
      if (!synthesis) return
      if (synthesis.state === "waiting") latest.current.onClaims(synthesis.statements)
      else latest.current.onOver()
    },
    [id],
  )
  // Reading is skipped while a request is open, because the last answer triggers another read.
  const isIdle = useCallback(() => rounds.current.open === 0, [])
  const look = useReload(read, isIdle)
  useLive(team, {
    // Changes made on this page arrive with the answers to their requests.
    onChange: ({ kind, byId }) => {
      const isOwn = byId === me && performance.now() - rounds.current.lastAt < OWN_MS
      if (/^(?:claim|synthesis|proposal|file)\./.test(kind) && !isOwn) look(true)
    },
    onGap: () => look(true),
  })
  /**
   * Sends a change of claims. The caller must call `over` after the answer: with true to reload the claims,
   * with false to reload only the preview.
   */
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
  /** Records that a request was cancelled before it was sent. */
  const noteCancelled = () => {
    rounds.current.open -= 1
  }
  return { post, noteCancelled }
}

/** Debounce of requests, in milliseconds. */
const PAUSE_MS = 200

/**
 * Returns a function that reads shortly after its last call, while `isIdle`. `all`: also the claims, not only
 * the preview. A later read aborts an earlier one.
 */
function useReload(
  read: (all: boolean, signal: AbortSignal) => Promise<void>,
  isIdle: () => boolean,
): (all: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asking.current?.abort()
    },
    [],
  )
  return useCallback(
    (all: boolean) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        if (!isIdle()) return
        asking.current?.abort()
        asking.current = new AbortController()
        // If the request fails, the page stays unchanged. The next decision reports the problem.
        await read(all, asking.current.signal).catch(() => undefined)
      }, PAUSE_MS)
    },
    [read, isIdle],
  )
}

export interface ClaimAnswer {
  readonly proposals: readonly string[]
  /** Copies that were not removed, with the reasons. */
  readonly kept: readonly { readonly path: string; readonly why: string }[]
  /** Claims of a batch that are still waiting, with the reasons. */
  readonly waits: readonly { readonly position: number; readonly why: string }[]
}

export async function sendClaimDecision(
  id: string,
  claim: Claim,
  decision: PendingDecision,
  key: string,
): Promise<ClaimAnswer> {
  const { proposals, kept } = await callOperation(
    "claim.decide",
    { synthesis: id, position: claim.position, ...decision, shown: claim.shown },
    { key },
  )
  return { proposals, kept, waits: [] }
}

export const sendClaimUndo = (id: string, position: number, key: string) =>
  callOperation("claim.undo", { synthesis: id, position }, { key })

export async function sendRest(id: string, claims: readonly Claim[], key: string): Promise<ClaimAnswer> {
  const { left } = await callOperation(
    "claim.decide-rest",
    {
      synthesis: id,
      verdict: "accept",
      claims: claims.map(({ position, shown }) => ({ position, shown })),
    },
    { key },
  )
  return { proposals: [], kept: [], waits: left }
}

const fetchSynthesis = (id: string, signal: AbortSignal) =>
  callOperation("synthesis.show", { synthesis: id }, { signal })

const fetchPublishPreview = (id: string, signal?: AbortSignal) =>
  callOperation("synthesis.preview", { synthesis: id }, { signal })

/**
 * Publishes the accepted claims. Throws if the target file or the replaced synthesis is no longer the one
 * that was shown.
 */
export async function sendPublish(id: string, seen: PublishPreview | null, key: string): Promise<void> {
  const now = await fetchPublishPreview(id)
  if (seen && (now.path !== seen.path || now.replaces?.id !== seen.replaces?.id))
    throw new RefusedError(
      409,
      "the target file or the synthesis to replace has changed. Check the changes and publish again.",
      "stale",
    )
  await callOperation("synthesis.publish", { synthesis: id, shown: now.shown }, { key })
}

export const sendWithdraw = (id: string, key: string) =>
  callOperation("synthesis.withdraw", { synthesis: id }, { key })

export const sendRejection = (id: string, reason: string, key: string) =>
  callOperation("synthesis.reject", { synthesis: id, reason }, { key })

export const sendReopen = (id: string, key: string) =>
  callOperation("synthesis.reopen", { synthesis: id }, { key })
