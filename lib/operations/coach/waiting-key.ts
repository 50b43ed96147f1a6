import { createHash } from "node:crypto"
import type { SynthesisRow } from "@/lib/db/coach/syntheses"
import { citationsOf } from "./coach-outputs"

interface Content {
  readonly projectId: string | null
  readonly kind: string
  readonly agent: string | null
  readonly title: string
  readonly claims: readonly {
    readonly kind: string
    readonly text: string
    readonly confidence: number
    readonly citations: readonly { readonly entry: string }[]
  }[]
}

/**
 * Returns a key that is equal for equal waiting syntheses: same place, kind, agent, title and claims with
 * citations.
 */
export function synthesisKey({ projectId, kind, agent, title, claims }: Content): Uint8Array<ArrayBuffer> {
  const said = claims.map((one) => [
    one.kind,
    one.text,
    one.confidence,
    ...one.citations.map((cited) => cited.entry),
  ])
  return new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([projectId, kind, agent, title, said]))
      .digest(),
  )
}

/** Returns the key of a stored synthesis. */
export const synthesisKeyOfRow = ({
  projectId,
  kind,
  agentName,
  title,
  claims,
}: SynthesisRow): Uint8Array<ArrayBuffer> =>
  synthesisKey({
    projectId,
    kind,
    agent: agentName,
    title,
    claims: claims.map((one) => ({
      kind: one.kind,
      text: one.text,
      confidence: one.confidence,
      citations: citationsOf(one),
    })),
  })
