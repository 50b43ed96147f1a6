import { type Embedder, EmbeddingError } from "./embedder"
import { endpointEmbedder } from "./endpoint"
import { localEmbedder } from "./local"

type Environment = Readonly<Record<string, string | undefined>>

export interface Chosen {
  /** Null: search knows words alone. */
  readonly embedder: Embedder | null
  /** Why there is none although one was meant. */
  readonly problem: string | null
}

const held = globalThis as unknown as { quarterdeckEmbedder?: Chosen }

/** The embedder that the environment names, one for the whole process. A setting that is wrong costs no start and no search: it is told. */
export function chosenEmbedder(): Chosen {
  return (held.quarterdeckEmbedder ??= choose())
}

function choose(): Chosen {
  try {
    return { embedder: embedderOf(process.env), problem: null }
  } catch (cause) {
    if (cause instanceof EmbeddingError) return { embedder: null, problem: cause.message }
    throw cause
  }
}

/** For tests and measurements: what `chosenEmbedder` gives from now on; undefined asks the environment again. */
export function chooseEmbedder(embedder: Embedder | null | undefined): void {
  if (embedder === undefined) delete held.quarterdeckEmbedder
  else held.quarterdeckEmbedder = { embedder, problem: null }
}

/** Throws, and says what to set, where the settings contradict or are no settings at all. */
export function embedderOf(env: Environment): Embedder | null {
  const {
    QUARTERDECK_EMBEDDINGS: kind = "",
    QUARTERDECK_EMBEDDINGS_URL: url,
    QUARTERDECK_EMBEDDINGS_MODEL: model,
    QUARTERDECK_EMBEDDINGS_KEY: key,
    QUARTERDECK_EMBEDDINGS_DIMENSIONS: dimensions,
  } = env
  if (kind === "local" || (kind === "" && !url)) return localEmbedder()
  if (kind === "off") return null
  if (kind !== "" && kind !== "endpoint")
    throw new EmbeddingError(
      `QUARTERDECK_EMBEDDINGS is “${kind}”. Set it to local or off, or set QUARTERDECK_EMBEDDINGS_URL and QUARTERDECK_EMBEDDINGS_MODEL`,
    )
  if (!url || !isAddress(url))
    throw new EmbeddingError(
      "QUARTERDECK_EMBEDDINGS_URL is not a valid address. Set it to the base URL of the API, such as https://api.openai.com/v1",
    )
  if (new URL(url).username !== "" || new URL(url).password !== "")
    throw new EmbeddingError(
      "QUARTERDECK_EMBEDDINGS_URL contains a user name or password. Remove it and set QUARTERDECK_EMBEDDINGS_KEY to the key",
    )
  if (!model)
    throw new EmbeddingError(
      "QUARTERDECK_EMBEDDINGS_MODEL is not set. Set it to a model of QUARTERDECK_EMBEDDINGS_URL, such as text-embedding-3-small",
    )
  const count = dimensions ? Number(dimensions) : undefined
  if (count !== undefined && !(Number.isInteger(count) && count >= 8 && count <= MOST_DIMENSIONS))
    throw new EmbeddingError(
      `QUARTERDECK_EMBEDDINGS_DIMENSIONS is “${dimensions}”. Set it to a whole number from 8 to ${MOST_DIMENSIONS}, or unset it`,
    )
  return endpointEmbedder({ url, model, key: key || undefined, dimensions: count })
}

/** What an index row of PostgreSQL can hold as one bit each, with room. */
export const MOST_DIMENSIONS = 8192

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
