import lexicon from "../lexicon/topics.json" with { type: "json" }

interface Topic {
  readonly telling: readonly string[]
  readonly hinting: readonly string[]
}

const topics = new Map<string, Topic[]>()
for (const { names, telling, hinting } of lexicon.topics)
  for (const name of names) topics.set(name, [...(topics.get(name) ?? []), { telling, hinting }])

/** Returns the topics for a word of a name. Empty for an unknown word. */
export const topicsOf = (word: string): readonly Topic[] => topics.get(word) ?? []
