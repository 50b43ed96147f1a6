import { type Embedder, EmbeddingError } from "@/lib/embedding/embedder"
import { numbers } from "../../bench/generated-fleet"

const DIMENSIONS = 64
/** Groups of synonyms. */
const MEANINGS = [
  ["deploy", "release", "ship", "rollout"],
  ["undo", "revert", "rollback", "backwards"],
  ["payment", "charge", "billing", "invoice"],
  ["slow", "latency", "sluggish"],
  ["customer", "client", "buyer"],
]

/**
 * An embedder that knows a few synonyms: texts with the same meanings get similar vectors. Records its
 * inputs.
 */
export function synonymEmbedder({
  id = "synonyms",
  outside = false,
}: { id?: string; outside?: boolean } = {}): Embedder & {
  readonly given: string[]
  failing: string | null
  refusing: RegExp | null
} {
  const given: string[] = []
  return {
    id,
    dimensions: DIMENSIONS,
    outside,
    given,
    failing: null,
    refusing: null,
    reads: () => true,
    async embed(texts) {
      if (this.failing !== null) throw new EmbeddingError(this.failing)
      if (texts.some((text) => this.refusing?.test(text)))
        throw new EmbeddingError("too long", { aboutTexts: true })
      given.push(...texts)
      return texts.map(vectorOf)
    },
    async close() {},
  }
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS).fill(0.01)
  for (const word of text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []) {
    const idea = MEANINGS.find((words) => words.some((one) => word.startsWith(one)))?.[0] ?? word
    const next = numbers(
      [...idea].reduce((sum, letter) => Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0), 7),
    )
    for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] as number) + next() - 0.5
  }
  return vector
}
