import { askServer, Refused } from "@/components/data/http-client"
import type { PendingDecision } from "./review-state"
import type { Claim, PublishPreview, Synthesis } from "./review-types"

const pathOf = (id: string) => `/syntheses/${encodeURIComponent(id)}`
const claimPath = (id: string, position: number) => `${pathOf(id)}/claims/${position}/decision`

export interface ClaimAnswer {
  readonly proposals: readonly string[]
  /** Copies that were not removed, and why. */
  readonly kept: readonly { readonly path: string; readonly why: string }[]
  /** Claims of a batch that are still waiting, and why. */
  readonly waits: readonly { readonly position: number; readonly why: string }[]
}

export async function sendClaimDecision(
  id: string,
  claim: Claim,
  decision: PendingDecision,
  key: string,
): Promise<ClaimAnswer> {
  const { proposals, kept } = await askServer<Omit<ClaimAnswer, "waits">>(claimPath(id, claim.position), {
    method: "POST",
    key,
    body: { ...decision, shown: claim.shown },
  })
  return { proposals, kept, waits: [] }
}

export const sendClaimUndo = (id: string, position: number, key: string) =>
  askServer<unknown>(claimPath(id, position), { method: "DELETE", key })

export async function sendRest(id: string, claims: readonly Claim[], key: string): Promise<ClaimAnswer> {
  const { left } = await askServer<{ left: ClaimAnswer["waits"] }>(`${pathOf(id)}/claims/decisions`, {
    method: "POST",
    key,
    body: { verdict: "accept", claims: claims.map(({ position, shown }) => ({ position, shown })) },
  })
  return { proposals: [], kept: [], waits: left }
}

export const fetchSynthesis = (id: string, signal: AbortSignal) =>
  askServer<Synthesis>(pathOf(id), { signal })

export const fetchPublishPreview = (id: string, signal?: AbortSignal) =>
  askServer<PublishPreview>(`${pathOf(id)}/publish`, signal ? { signal } : {})

/**
 * Publishes the accepted claims. Throws if the target file or the replaced synthesis is no longer the one
 * that was shown.
 */
export async function sendPublish(id: string, seen: PublishPreview | null, key: string): Promise<void> {
  const now = await fetchPublishPreview(id)
  if (seen && (now.path !== seen.path || now.replaces?.id !== seen.replaces?.id))
    throw new Refused(
      409,
      "the target file or the synthesis to replace has changed. Check it and publish again.",
      "stale",
    )
  await askServer(`${pathOf(id)}/publish`, { method: "POST", key, body: { shown: now.shown } })
}

export const sendWithdraw = (id: string, key: string) =>
  askServer<unknown>(`${pathOf(id)}/publish`, { method: "DELETE", key })

export const sendRejection = (id: string, reason: string, key: string) =>
  askServer<unknown>(`${pathOf(id)}/rejection`, { method: "POST", key, body: { reason } })

export const sendReopen = (id: string, key: string) =>
  askServer<unknown>(`${pathOf(id)}/rejection`, { method: "DELETE", key })
