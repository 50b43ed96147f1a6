import { chosenEmbedder } from "@/lib/embedding/configured-embedder"
import { type Embedder, EmbeddingError } from "@/lib/embedding/embedder"
import { textToEmbed, normalise } from "@/lib/memory/search/vectors"
import { locateSecrets } from "@/lib/memory/secrets/secrets"

export interface QueryVector {
  readonly model: string
  /** Unit vector. */
  readonly vector: Float32Array
}

/**
 * Maximum number of milliseconds that a search waits for an embedding. After an error of the embedder, no
 * embedding is requested for `REST_MS`. After a timeout, the next search requests one again.
 */
const PATIENCE_MS = 1_500
const REST_MS = 15_000
const MOST_KEPT = 500

interface VectorCache {
  readonly vectors: Map<string, Float32Array>
  /** Time from `performance.now()` until which no embedding is requested. */
  restUntil: number
  /** Message of the last failure. */
  why: string
}
const caches = new WeakMap<Embedder, VectorCache>()

/** Returns why searches match words only. Null if embeddings are on. */
export function whyByWords(): string | null {
  const { embedder, problem } = chosenEmbedder()
  return embedder !== null
    ? null
    : (problem ?? "embeddings are off because QUARTERDECK_EMBEDDINGS is set to off")
}

/**
 * Returns the embedding of a query. A string: the reason why there is none. Null: the query has no text to
 * embed.
 */
export async function vectorOf(question: string): Promise<QueryVector | string | null> {
  const { embedder } = chosenEmbedder()
  if (embedder === null) return whyByWords()
  const text = textToEmbed(null, question)
  if (text === "" || !embedder.reads(text)) return null
  if (embedder.outside && locateSecrets(question).length > 0)
    return "the query contains a secret, and secrets are not sent to the embedding endpoint"
  const cache = caches.get(embedder) ?? { vectors: new Map<string, Float32Array>(), restUntil: 0, why: "" }
  caches.set(embedder, cache)
  const known = cache.vectors.get(text)
  if (known) return { model: embedder.id, vector: known }
  if (performance.now() < cache.restUntil) return cache.why
  try {
    const vector = await embed(embedder, text, cache)
    return vector && { model: embedder.id, vector }
  } catch (cause) {
    return noteFailure(cache, cause)
  }
}

async function embed(
  embedder: Embedder,
  text: string,
  { vectors }: VectorCache,
): Promise<Float32Array | null> {
  const [made] = await embedder.embed([text], AbortSignal.timeout(PATIENCE_MS))
  if (!made) return null
  const vector = normalise(made)
  if (vectors.size >= MOST_KEPT) vectors.delete(vectors.keys().next().value as string)
  vectors.set(text, vector)
  return vector
}

/**
 * Returns the message of a failure. An embedding error stops requests for `REST_MS`. Throws if the cause is
 * neither a timeout nor an embedding error.
 */
function noteFailure(cache: VectorCache, cause: unknown): string {
  if ((cause as Error).name === "TimeoutError") {
    cache.restUntil = performance.now()
    cache.why = `the embedding endpoint did not respond within ${PATIENCE_MS / 1000} s`
  } else if (cause instanceof EmbeddingError) {
    cache.restUntil = performance.now() + REST_MS
    cache.why = cause.message
  } else {
    throw cause
  }
  return cache.why
}
