import { askServer, Refused } from "@/components/data/http-client"
import type { Decision } from "./review-state"
import type { Claim, PublishPreview, Synthesis } from "./review-types"

const pathOf = (id: string) => `/syntheses/${encodeURIComponent(id)}`
const claimPath = (id: string, position: number) => `${pathOf(id)}/claims/${position}/decision`

export interface Taken {
  readonly proposals: readonly string[]
  /** Copies that stay where they are, and why. */
  readonly kept: readonly { readonly path: string; readonly why: string }[]
  /** Of several: what was left waiting, and why. */
  readonly waits: readonly { readonly position: number; readonly why: string }[]
}

export async function sendDecision(
  id: string,
  claim: Claim,
  decision: Decision,
  key: string,
): Promise<Taken> {
  const { proposals, kept } = await askServer<Omit<Taken, "waits">>(claimPath(id, claim.position), {
    method: "POST",
    key,
    body: { ...decision, shown: claim.shown },
  })
  return { proposals, kept, waits: [] }
}

export const sendUndo = (id: string, position: number, key: string) =>
  askServer<unknown>(claimPath(id, position), { method: "DELETE", key })

export async function sendRest(id: string, claims: readonly Claim[], key: string): Promise<Taken> {
  const { left } = await askServer<{ left: Taken["waits"] }>(`${pathOf(id)}/claims/decisions`, {
    method: "POST",
    key,
    body: { verdict: "accept", claims: claims.map(({ position, shown }) => ({ position, shown })) },
  })
  return { proposals: [], kept: [], waits: left }
}

export const fetchSynthesis = (id: string, signal: AbortSignal) =>
  askServer<Synthesis>(pathOf(id), { signal })

export const fetchPreview = (id: string, signal?: AbortSignal) =>
  askServer<PublishPreview>(`${pathOf(id)}/publish`, signal ? { signal } : {})

/** Publishes what was decided until now. Where it would do something else than what was said beside the button, nothing is published. */
export async function sendPublish(id: string, seen: PublishPreview | null, key: string): Promise<void> {
  const now = await fetchPreview(id)
  if (seen && (now.path !== seen.path || now.replaces?.id !== seen.replaces?.id))
    throw new Refused(
      409,
      "what it would write or replace is another by now: look at it again, then publish",
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
