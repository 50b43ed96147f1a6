import { callOperation, RefusedError } from "@/components/data/http-client"
import type { PendingDecision } from "./review-state"
import type { Claim, PublishPreview } from "./review-types"

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

export const fetchSynthesis = (id: string, signal: AbortSignal) =>
  callOperation("synthesis.show", { synthesis: id }, { signal })

export const fetchPublishPreview = (id: string, signal?: AbortSignal) =>
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
