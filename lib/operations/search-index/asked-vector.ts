import { chosenEmbedder } from "@/lib/embedding/chosen"
import { type Embedder, EmbeddingError } from "@/lib/embedding/embedder"
import { textToEmbed } from "@/lib/memory/vectors/embedded-text"
import { locateSecrets } from "@/lib/memory/secrets/secrets"
import { unit } from "@/lib/memory/vectors/vectors"

export interface AskedVector {
  readonly model: string
  /** Of length 1. */
  readonly vector: Float32Array
}

/** A search does not wait longer for what a question means, and after a failure others do not ask for a while. */
const PATIENCE_MS = 1_500
const REST_MS = 15_000
const MOST_KEPT = 500

interface Kept {
  readonly vectors: Map<string, Float32Array>
  restUntil: number
  why: string
}
const kept = new WeakMap<Embedder, Kept>()

/** Why no search asks for meanings; null: they do. */
export function whyByWords(): string | null {
  const { embedder, problem } = chosenEmbedder()
  return embedder !== null ? null : (problem ?? "embeddings are off, because QUARTERDECK_EMBEDDINGS is off")
}

/** What a question means; a string: why that is not known, in words for whoever asked; null: nothing that could mean anything was asked. */
export async function vectorOf(question: string): Promise<AskedVector | string | null> {
  const { embedder } = chosenEmbedder()
  if (embedder === null) return whyByWords()
  const text = textToEmbed(null, question)
  if (text === "" || !embedder.reads(text)) return null
  if (embedder.outside && locateSecrets(question).length > 0)
    return "the query contains a secret, which is not sent to an endpoint"
  const own = kept.get(embedder) ?? { vectors: new Map<string, Float32Array>(), restUntil: 0, why: "" }
  kept.set(embedder, own)
  const known = own.vectors.get(text)
  if (known) return { model: embedder.id, vector: known }
  if (performance.now() < own.restUntil) return own.why
  try {
    const [made] = await embedder.embed([text], AbortSignal.timeout(PATIENCE_MS))
    if (!made) return null
    const vector = unit(made)
    if (own.vectors.size >= MOST_KEPT) own.vectors.delete(own.vectors.keys().next().value as string)
    own.vectors.set(text, vector)
    return { model: embedder.id, vector }
  } catch (cause) {
    const late = (cause as Error).name === "TimeoutError"
    if (!late && !(cause instanceof EmbeddingError)) throw cause
    own.restUntil = performance.now() + (late ? 0 : REST_MS)
    own.why = late
      ? `the embedding did not arrive within ${PATIENCE_MS / 1000} s`
      : (cause as EmbeddingError).message
    return own.why
  }
}
