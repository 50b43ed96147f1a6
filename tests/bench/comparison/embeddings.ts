import type { ComparedEntry } from "@/lib/db/conflicts/comparable-entries"
import { localEmbedder } from "@/lib/embedding/embedder"
import { normalise, type Quantised, quantise, textToEmbed } from "@/lib/memory/search/vectors"

/** Returns the embedding of an entry. Null: compare it by its words only. */
export type EmbeddingOf = (entry: Pick<ComparedEntry, "section" | "text">) => Quantised | null

export const byWordsOnly: EmbeddingOf = () => null

/** Embeds entries with the local model, as the index of a team does. Takes a few minutes for 20,000 entries. */
export async function embeddingsOf(entries: readonly ComparedEntry[]): Promise<EmbeddingOf> {
  const embedder = localEmbedder()
  const texts = [...new Set(entries.map(toEmbed).filter((text) => embedder.reads(text)))]
  const vectors = await embedder.embed(texts)
  await embedder.close()
  const known = new Map(
    texts.map((text, at) => [text, quantise(normalise(vectors[at] as Float32Array))] as const),
  )
  return (entry) => known.get(toEmbed(entry)) ?? null
}

const toEmbed = ({ section, text }: Pick<ComparedEntry, "section" | "text">): string =>
  textToEmbed(section, text)
