import { type Embedder, EmbeddingError } from "./embedder"
import { endpointEmbedder } from "./endpoint"
import { localEmbedder } from "./local"

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
