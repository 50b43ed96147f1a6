import { foldText } from "../characters/look-alikes-fold"
import { type Mention, mentionsIn } from "./concepts"
import { type Token, tokensOf } from "./tokens"

/**
 * Features of a statement for the classifier: a weight for each feature hash, normalized to the same length
 * for all statements.
 */
export type Features = ReadonlyMap<number, number>

const BITS = 20
/** Number of possible feature hashes. Every hash is less than this. */
export const FEATURE_HASHES = 1 << BITS

const KNOWN_NAMES = new Map<string, number>()

const OF_WORD = 1
const OF_LETTERS = 0.4
const OF_CONCEPT = 1.5
const OF_PAIR = 0.9
/**
 * Weight of words with one or two words between them, of words around a concept, and of three concepts in a
 * row.
 */
const OF_FAR_PAIR = 0.6
const LENGTH = 8
/** Largest distance of two concepts in a pair, in tokens. */
const FARTHEST = 14
/** Largest distances, in words, of the second and the third of three concepts from the first. */
const FARTHEST_SECOND = 10
const FARTHEST_THIRD = 12
/** Maximum distance, in tokens, of words that are read together with a concept. */
const AROUND = 3

/** Returns the features of a folded text whose capital letters are kept. */
export function featuresOf(text: string): Features {
  const tokens = tokensOf(text)
  const features = new Map<number, number>()
  const put: Put = (hash, value) => {
    if ((features.get(hash) ?? 0) < value) features.set(hash, value)
  }
  const mentions = mentionsIn(tokens)
  const names = mentions.map((one) => nameOf(one, tokens))
  putWords(tokens, put)
  putFarPairs(tokens, put)
  putConcepts(mentions, names, put)
  putTriples(mentions, names, put)
  putSurroundings(tokens, mentions, names, put)
  for (const { kind } of tokens) if (kind !== null) put(hashOf(`kind ${kind}`), OF_WORD)
  if (tokens.some((one) => one.isCapital)) put(A_NAME, OF_WORD)
  if (tokens.some((one) => one.isQuoted)) put(A_QUOTATION, OF_WORD)
  put(mix(LENGTH_IS, Math.min(6, Math.floor(Math.max(tokens.length, 4) / 8))), OF_WORD)
  put(ANY, OF_WORD)
  let sum = 0
  for (const value of features.values()) sum += value * value
  const scale = LENGTH / Math.sqrt(sum)
  for (const [hash, value] of features) features.set(hash, value * scale)
  return features
}

type Put = (hash: number, value: number) => void

function putWords(tokens: readonly Token[], put: Put): void {
  let before: number | null = null
  let isBeforeQuoted = false
  const unit = (hash: number, { isQuoted }: Token, isFirst: boolean) => {
    put(isQuoted ? mix(QUOTED, hash) : hash, OF_WORD)
    if (isFirst) put(mix(FIRST, hash), OF_WORD)
    if (before !== null) {
      const pair = mix(before, hash)
      put(isBeforeQuoted ? mix(QUOTED, pair) : pair, OF_WORD)
    }
    before = hash
    isBeforeQuoted = isQuoted
  }
  for (const token of tokens) {
    if (token.isUnspaced) {
      for (let at = 0; at < token.word.length; at += 1) {
        put(mix(LETTER, token.word.charCodeAt(at)), OF_WORD / 2)
        unit(hashOf(token.word.slice(at, at + 2)), token, token.isFirst && at === 0)
      }
      continue
    }
    const { stem, letters } = hashesOf(token)
    unit(stem, token, token.isFirst)
    for (const hash of letters) put(hash, OF_LETTERS)
  }
}

/** Adds features for pairs of words with one or two words between them. */
function putFarPairs(tokens: readonly Token[], put: Put): void {
  const words = tokens.filter((one) => !one.isUnspaced)
  const stems = words.map((one) => hashOf(one.stem))
  words.forEach(({ isQuoted }, index) => {
    for (const distance of [2, 3]) {
      const other = stems[index + distance]
      if (other === undefined) break
      const pair = mix(mix(stems[index] ?? 0, FAR + distance), other)
      put(isQuoted ? mix(QUOTED, pair) : pair, OF_FAR_PAIR)
    }
  })
}

function putConcepts(mentions: readonly Mention[], names: readonly number[], put: Put): void {
  mentions.forEach((one, index) => {
    const name = names[index] ?? 0
    put(name, OF_CONCEPT)
    if (one.token.isFirst) put(mix(FIRST, hashOf(one.concept)), OF_CONCEPT)
    for (let at = index + 1; at < mentions.length; at += 1) {
      const other = mentions[at]
      if (!other || other.at > one.at + FARTHEST) break
      if (other.at > one.at && other.concept !== one.concept && other.token.isQuoted === one.token.isQuoted)
        put(mix(name, hashOf(other.concept)), OF_PAIR)
    }
  })
}

/** Maximum number of triples of concepts that are read in a statement. */
const MOST_TRIPLES = 4_000

function putTriples(mentions: readonly Mention[], names: readonly number[], put: Put): void {
  let count = 0
  for (const [index, first] of mentions.entries()) {
    for (let middle = index + 1; middle < mentions.length; middle += 1) {
      const second = mentions[middle]
      if (!second || second.at >= first.at + FARTHEST_SECOND) break
      if (second.concept === first.concept) continue
      const pair = mix(names[index] ?? 0, hashOf(second.concept))
      for (let at = middle + 1; at < mentions.length; at += 1) {
        const third = mentions[at]
        if (!third || third.at >= first.at + FARTHEST_THIRD) break
        if (third.concept === second.concept) continue
        put(mix(pair, hashOf(third.concept)), OF_FAR_PAIR)
        count += 1
        if (count >= MOST_TRIPLES) return
      }
    }
  }
}

/** Adds features for the words before and after each concept. */
function putSurroundings(
  tokens: readonly Token[],
  mentions: readonly Mention[],
  names: readonly number[],
  put: Put,
): void {
  mentions.forEach(({ at }, index) => {
    const name = names[index] ?? 0
    const own = Math.floor(at)
    const [before, behind] = [mix(name, BEFORE), mix(name, BEHIND)]
    for (let place = Math.max(0, own - AROUND); place <= own + AROUND; place += 1) {
      const token = tokens[place]
      if (token === undefined || place === own || token.isUnspaced) continue
      put(mix(place < own ? before : behind, hashOf(token.stem)), OF_FAR_PAIR)
    }
  })
}

interface WordHashes {
  readonly stem: number
  /** Hashes of every four neighboring letters of a word, with marks for its beginning and end. */
  readonly letters: readonly number[]
}

/** Cache of word hashes. */
const KNOWN_WORDS = new Map<string, WordHashes>()
const MOST_KNOWN = 20_000

function hashesOf({ word, stem, kind }: Token): WordHashes {
  const known = KNOWN_WORDS.get(word)
  if (known !== undefined) return known
  const whole = `<${word.slice(0, 16)}>`
  const isSpelled = kind === null && word.length >= 4
  const letters = Array.from({ length: isSpelled ? whole.length - 3 : 0 }, (_, at) =>
    mix(LETTER, hashOf(whole.slice(at, at + 4))),
  )
  const hashes = { stem: hashOf(stem), letters }
  if (KNOWN_WORDS.size < MOST_KNOWN) KNOWN_WORDS.set(word, hashes)
  return hashes
}

/** Returns the hash of a concept, with separate values for quoted and denied concepts. */
function nameOf({ concept, at, token }: Mention, tokens: readonly Token[]): number {
  const name = mix(CONCEPT, hashOf(concept))
  const isDenied = tokens
    .slice(Math.max(0, Math.floor(at) - 3), Math.floor(at))
    .some((one) => DENIALS.has(one.word))
  const said = isDenied ? mix(DENIED, name) : name
  return token.isQuoted ? mix(QUOTED, said) : said
}

const DENIALS = new Set(
  foldText(
    "never not don't no without cannot can't nicht nie niemals kein keine pas jamais ne nunca nao не никогда avoid forbidden banned",
  ).text.split(" "),
)

/** Returns the FNV-1a hash of a name, mixed once more. Hashes of recurring names are cached. */
function hashOf(name: string): number {
  const known = KNOWN_NAMES.get(name)
  if (known !== undefined) return known
  let hash = 2_166_136_261
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619)
  const mixed = mix(hash, name.length)
  if (KNOWN_NAMES.size < MOST_KNOWN) KNOWN_NAMES.set(name, mixed)
  return mixed
}

/** Combines two hashes into one, which depends on their order. */
function mix(first: number, second: number): number {
  let hash = Math.imul(first ^ (first >>> 15), 2_246_822_507) + second
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return ((hash ^ (hash >>> 16)) >>> 0) % FEATURE_HASHES
}

const ANY = hashOf("any")
const A_NAME = hashOf("a name")
const A_QUOTATION = hashOf("a quotation")
const LENGTH_IS = hashOf("length")
const LETTER = hashOf("letter")
const FIRST = hashOf("first")
const QUOTED = hashOf("quoted")
const DENIED = hashOf("denied")
const CONCEPT = hashOf("concept")
const FAR = hashOf("far")
const BEFORE = hashOf("before")
const BEHIND = hashOf("behind")
