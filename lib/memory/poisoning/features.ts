import { foldText } from "../look-alikes-fold"
import { type Mention, mentionsIn } from "./concepts"
import { type Token, tokensOf } from "./tokens"

/** What the classifier knows of a statement: the hash of each feature and its weight, scaled to one length for all statements. */
export type Features = ReadonlyMap<number, number>

const BITS = 20
/** Every hash of a feature is below. */
export const FEATURE_HASHES = 1 << BITS

const OF_WORD = 1
const OF_LETTERS = 0.4
const OF_CONCEPT = 1.5
const OF_PAIR = 0.9
const LENGTH = 8
/** Concepts that are farther apart, in tokens, make no pair. */
const FARTHEST = 14

/** Returns the features of a folded text whose capital letters are kept. */
export function featuresOf(text: string): Features {
  const tokens = tokensOf(text)
  const features = new Map<number, number>()
  const put = (name: string, value: number) => {
    const hash = hashOf(name)
    if ((features.get(hash) ?? 0) < value) features.set(hash, value)
  }
  putWords(tokens, put)
  putConcepts(tokens, put)
  for (const { kind } of tokens) if (kind !== null) put(`kind ${kind}`, OF_WORD)
  if (tokens.some((one) => one.isCapital)) put("a name", OF_WORD)
  if (tokens.some((one) => one.isQuoted)) put("a quotation", OF_WORD)
  put(`length ${Math.min(6, Math.floor(Math.max(tokens.length, 4) / 8))}`, OF_WORD)
  put("any", OF_WORD)
  const sum = Array.from(features.values()).reduce((total, value) => total + value * value, 0)
  const scale = LENGTH / Math.sqrt(sum)
  for (const [hash, value] of features) features.set(hash, value * scale)
  return features
}

type Put = (name: string, value: number) => void

function putWords(tokens: readonly Token[], put: Put): void {
  const units = tokens.flatMap(unitsOf)
  units.forEach(({ unit, isQuoted, isFirst }, at) => {
    const said = isQuoted ? "q" : ""
    put(`${said}w:${unit}`, OF_WORD)
    if (isFirst) put(`^${unit}`, OF_WORD)
    const next = units[at + 1]
    if (next) put(`${said}b:${unit} ${next.unit}`, OF_WORD)
  })
  for (const { word, kind, isUnspaced } of tokens) {
    if (isUnspaced) for (const letter of word) put(`1:${letter}`, OF_WORD / 2)
    else if (kind === null && word.length >= 4) {
      const whole = `<${word.slice(0, 16)}>`
      for (let at = 0; at + 4 <= whole.length; at += 1) put(`4:${whole.slice(at, at + 4)}`, OF_LETTERS)
    }
  }
}

/** Words, and pairs of letters in scripts without spaces. */
function unitsOf({ word, stem, isQuoted, isFirst, isUnspaced }: Token) {
  if (!isUnspaced) return [{ unit: stem, isQuoted, isFirst }]
  return Array.from(word, (_, at) => ({
    unit: word.slice(at, at + 2),
    isQuoted,
    isFirst: isFirst && at === 0,
  }))
}

function putConcepts(tokens: readonly Token[], put: Put): void {
  const mentions = mentionsIn(tokens)
  const names = mentions.map((one) => nameOf(one, tokens))
  mentions.forEach((one, index) => {
    const name = names[index] ?? ""
    put(`C:${name}`, OF_CONCEPT)
    if (one.token.isFirst) put(`C^${one.concept}`, OF_CONCEPT)
    for (let at = index + 1; at < mentions.length; at += 1) {
      const other = mentions[at]
      if (!other || other.at > one.at + FARTHEST) break
      if (other.at > one.at && other.concept !== one.concept && other.token.isQuoted === one.token.isQuoted)
        put(`D:${name}>${other.concept}`, OF_PAIR)
    }
  })
}

/** A concept, told apart where it is quoted or denied. */
function nameOf({ concept, at, token }: Mention, tokens: readonly Token[]): string {
  const before = tokens.slice(Math.max(0, Math.floor(at) - 3), Math.floor(at))
  return `${token.isQuoted ? "q" : ""}${before.some((one) => DENIALS.has(one.word)) ? "!" : ""}${concept}`
}

const DENIALS = new Set(
  foldText(
    "never not don't no without cannot can't nicht nie niemals kein keine pas jamais ne nunca nao не никогда avoid forbidden banned",
  ).text.split(" "),
)

/** FNV-1a, mixed once more. */
function hashOf(name: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 2_246_822_507)
  hash ^= hash >>> 13
  return (hash >>> 0) % FEATURE_HASHES
}
