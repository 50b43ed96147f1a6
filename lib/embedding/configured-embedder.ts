import { setTimeout as pause } from "node:timers/promises"
import { trimEndOf } from "@/lib/memory/text/linear-time"
import { type Embedder, EmbeddingError, localEmbedder } from "./embedder"

type Environment = Readonly<Record<string, string | undefined>>

export interface ChosenEmbedder {
  /** Embedder of the environment. Null: search by keywords only. */
  readonly embedder: Embedder | null
  /** Why the settings are invalid, or null. */
  readonly problem: string | null
}

const held = globalThis as unknown as { quarterdeckEmbedder?: ChosenEmbedder }

/** Returns the embedder of the environment, one per process. Invalid settings do not prevent the start; `problem` describes them. */
export function chosenEmbedder(): ChosenEmbedder {
  return (held.quarterdeckEmbedder ??= choose())
}

function choose(): ChosenEmbedder {
  try {
    return { embedder: embedderOf(process.env), problem: null }
  } catch (cause) {
    if (cause instanceof EmbeddingError) return { embedder: null, problem: cause.message }
    throw cause
  }
}

/** Sets the result of `chosenEmbedder`, for tests. Undefined: reads the environment again. */
export function chooseEmbedder(embedder: Embedder | null | undefined): void {
  if (embedder === undefined) delete held.quarterdeckEmbedder
  else held.quarterdeckEmbedder = { embedder, problem: null }
}

/** Returns the embedder of the environment; null if it is off. Throws an EmbeddingError that names the invalid setting. */
export function embedderOf(env: Environment): Embedder | null {
  const { QUARTERDECK_EMBEDDINGS: kind = "", QUARTERDECK_EMBEDDINGS_URL: url } = env
  if (kind === "local" || (kind === "" && !url)) return localEmbedder()
  if (kind === "off") return null
  if (kind !== "" && kind !== "endpoint")
    throw new EmbeddingError(
      `QUARTERDECK_EMBEDDINGS is “${kind}”. Set it to local or off, or set QUARTERDECK_EMBEDDINGS_URL and QUARTERDECK_EMBEDDINGS_MODEL`,
    )
  const { QUARTERDECK_EMBEDDINGS_MODEL: model, QUARTERDECK_EMBEDDINGS_KEY: key } = env
  const address = readAddress(url)
  if (!model)
    throw new EmbeddingError(
      "QUARTERDECK_EMBEDDINGS_MODEL is not set. Set it to a model available at QUARTERDECK_EMBEDDINGS_URL, such as text-embedding-3-small",
    )
  const dimensions = readDimensions(env.QUARTERDECK_EMBEDDINGS_DIMENSIONS)
  return endpointEmbedder({ url: address, model, key: key || undefined, dimensions })
}

function readAddress(url: string | undefined): string {
  if (!url || !isAddress(url))
    throw new EmbeddingError(
      "QUARTERDECK_EMBEDDINGS_URL is not a valid address. Set it to the base URL of the API, such as https://api.openai.com/v1",
    )
  if (new URL(url).username !== "" || new URL(url).password !== "")
    throw new EmbeddingError(
      "QUARTERDECK_EMBEDDINGS_URL contains a username or password. Remove the credentials and set QUARTERDECK_EMBEDDINGS_KEY to the API key",
    )
  return url
}

function readDimensions(text: string | undefined): number | undefined {
  if (!text) return undefined
  const count = Number(text)
  if (Number.isInteger(count) && count >= 8 && count <= MOST_DIMENSIONS) return count
  throw new EmbeddingError(
    `QUARTERDECK_EMBEDDINGS_DIMENSIONS is “${text}”. Set it to a whole number from 8 to ${MOST_DIMENSIONS}, or unset it`,
  )
}

/** Maximum number of dimensions. An index row of PostgreSQL stores one bit for each. */
export const MOST_DIMENSIONS = 8192

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export interface Endpoint {
  /** Base URL, such as https://api.openai.com/v1. `/embeddings` is appended unless the URL ends with it. */
  readonly url: string
  readonly model: string
  readonly key?: string | undefined
  /** Requested number of dimensions. Vectors with another number are rejected. */
  readonly dimensions?: number | undefined
  /** Timeout of a request. */
  readonly timeoutMs?: number
  /** Maximum number of attempts per batch. */
  readonly tries?: number
  /** Pause before the second attempt. It doubles with each further attempt. */
  readonly pauseMs?: number
}

const BATCH = 64
const LONGEST_PAUSE_MS = 30_000

/** Returns an embedder for an OpenAI-compatible endpoint: OpenAI, Azure, Ollama, vLLM, LM Studio, text-embeddings-inference. */
export function endpointEmbedder(endpoint: Endpoint): Embedder {
  let known = endpoint.dimensions ?? null
  return {
    id: endpoint.dimensions === undefined ? endpoint.model : `${endpoint.model}/${endpoint.dimensions}`,
    get dimensions() {
      return known
    },
    outside: true,
    reads: () => true,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += BATCH) {
        const batch = await withPatience(endpoint, texts.slice(from, from + BATCH), signal)
        known ??= batch[0]?.length ?? null
        const odd = batch.find((vector) => vector.length !== known)
        if (odd)
          throw new EmbeddingError(
            `${placeOf(endpoint)} returned a vector with ${odd.length} dimensions instead of ${known}. Set QUARTERDECK_EMBEDDINGS_DIMENSIONS to the number of dimensions of ${endpoint.model}`,
          )
        vectors.push(...batch)
      }
      return vectors
    },
    async close() {},
  }
}

/** A temporary error. `afterMs`: pause that the server requests; null: the default pause. */
class Passing extends EmbeddingError {
  constructor(
    message: string,
    readonly afterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

async function withPatience(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const { tries = 4, pauseMs = 500 } = endpoint
  for (let tried = 1; ; tried += 1) {
    try {
      return await once(endpoint, texts, signal)
    } catch (cause) {
      if (!(cause instanceof Passing) || tried >= tries) throw cause
      await pause(
        Math.min(LONGEST_PAUSE_MS, cause.afterMs ?? pauseMs * 2 ** (tried - 1)),
        undefined,
        signal ? { signal } : {},
      )
    }
  }
}

async function once(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const { timeoutMs = 30_000 } = endpoint
  const given = AbortSignal.timeout(timeoutMs)
  const response = await fetch(addressOf(endpoint), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(endpoint.key ? { authorization: `Bearer ${endpoint.key}` } : {}),
    },
    body: JSON.stringify({
      model: endpoint.model,
      input: texts,
      encoding_format: "float",
      ...(endpoint.dimensions === undefined ? {} : { dimensions: endpoint.dimensions }),
    }),
    redirect: "error", // the key is sent only to the configured address
    signal: signal ? AbortSignal.any([given, signal]) : given,
  })
    .then(
      async (answer) => ({
        status: answer.status,
        retryAfter: answer.headers.get("retry-after"),
        body: await answer.text(),
      }),
      (cause: unknown) => {
        throw unreached(endpoint, cause, signal)
      },
    )
    .catch((cause: unknown) => {
      throw cause instanceof EmbeddingError ? cause : unreached(endpoint, cause, signal) // interrupted response
    })
  const place = placeOf(endpoint)
  if (response.status === 429 || response.status >= 500)
    throw new Passing(
      `${place} responded with ${response.status}. The request will be retried later`,
      secondsOf(response.retryAfter),
    )
  if (response.status !== 200)
    throw new EmbeddingError(
      `${place} responded with ${response.status}: ${WAYS_OUT[response.status] ?? "check QUARTERDECK_EMBEDDINGS_URL and QUARTERDECK_EMBEDDINGS_MODEL"}`,
      { aboutTexts: [400, 413, 422].includes(response.status) },
    )
  return vectorsIn(response.body, texts.length, endpoint)
}

function unreached(endpoint: Endpoint, cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const stalled = (cause as Error).name === "TimeoutError"
  const why = stalled
    ? `did not respond within ${(endpoint.timeoutMs ?? 30_000) / 1000} s`
    : `is unreachable (${((cause as Error).cause as Error | undefined)?.message ?? (cause as Error).message})`
  return new Passing(
    `${placeOf(endpoint)} ${why}. Check that it is running, or unset QUARTERDECK_EMBEDDINGS_URL to search by keywords only`,
    null,
    { cause },
  )
}

const WAYS_OUT: Readonly<Record<number, string>> = {
  401: "set QUARTERDECK_EMBEDDINGS_KEY to a valid key",
  403: "set QUARTERDECK_EMBEDDINGS_KEY to a key that has access to this model",
  404: "model or path not found. Check QUARTERDECK_EMBEDDINGS_URL and QUARTERDECK_EMBEDDINGS_MODEL",
}

/** Returns `data[i].embedding` in the order of `index`. Throws an EmbeddingError for other responses. */
function vectorsIn(body: string, count: number, endpoint: Endpoint): Float32Array[] {
  const bad = (what: string) =>
    new EmbeddingError(
      `${placeOf(endpoint)} returned ${what}. Check that QUARTERDECK_EMBEDDINGS_URL is an OpenAI-compatible embeddings API`,
    )
  let answer: { data?: unknown } | null
  try {
    answer = JSON.parse(body) as typeof answer
  } catch {
    throw bad("a response that is not JSON")
  }
  if (!Array.isArray(answer?.data)) throw bad("JSON without a “data” list")
  if (answer.data.length !== count) throw bad(`${answer.data.length} vectors for ${count} texts`)
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count })
  for (const [place, one] of (answer.data as { index?: unknown; embedding?: unknown }[]).entries()) {
    const at = typeof one?.index === "number" ? one.index : place
    if (!isVector(one?.embedding)) throw bad(`no valid vector for text ${at + 1}`)
    vectors[at] = Float32Array.from(one.embedding)
  }
  if (vectors.length !== count || vectors.includes(undefined)) throw bad("two vectors for one text")
  return vectors as Float32Array[]
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((part) => typeof part === "number" && Number.isFinite(part))

const addressOf = ({ url }: Endpoint): string =>
  `${trimEndOf(url, /\//).replace(/\/embeddings$/, "")}/embeddings`

function placeOf(endpoint: Endpoint): string {
  const { origin, pathname } = new URL(addressOf(endpoint))
  return `the embeddings endpoint ${origin}${pathname}`
}

/** Returns the seconds of a `retry-after` header in milliseconds; null for dates and missing headers. */
function secondsOf(retryAfter: string | null): number | null {
  const seconds = Number(retryAfter)
  return retryAfter !== null && retryAfter !== "" && Number.isFinite(seconds) && seconds >= 0
    ? seconds * 1000
    : null
}
