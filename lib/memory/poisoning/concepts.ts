import { foldText } from "../characters/look-alikes-fold"
import { CONCEPT_WORDS } from "./concept-words"
import type { Token } from "./tokens"

/** A token that names a concept. `at` counts tokens; words of a script without spaces have fractions. */
export interface Mention {
  readonly concept: string
  readonly at: number
  readonly token: Token
}

/** Returns the concepts that a statement mentions, in order. */
export function mentionsIn(tokens: readonly Token[]): Mention[] {
  return tokens.flatMap((token, at) => {
    if (token.isUnspaced) return listUnspaced(token, at)
    const names = isTestDouble(tokens, at) ? [] : conceptsOf(token)
    const phrases = BEGIN_PHRASES.has(token.word) ? phrasesAt(tokens, at) : []
    return (phrases.length === 0 ? names : [...new Set([...names, ...phrases])]).map((concept) => ({
      concept,
      at,
      token,
    }))
  })
}

/**
 * True for the "fake" of a test double, as in "a fake clock" or "fake the timer". It names a part of a test, and forges
 * nothing.
 */
function isTestDouble(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.word !== "fake") return false
  const [next, other] = [tokens[at + 1], tokens[at + 2]]
  const faked = next?.word === "the" ? other : next
  return faked !== undefined && DOUBLED.has(faked.word)
}

/** Parts of a program that tests replace. Words for records, results and approvals do not belong here. */
const DOUBLED = new Set(
  "adapter adapters backend backends broker brokers clock clocks filesystem gateway gateways mailer queue queues scheduler schedulers timer timers transport transports".split(
    " ",
  ),
)

function phrasesAt(tokens: readonly Token[], at: number): string[] {
  let phrase = tokens[at]?.word ?? ""
  return tokens.slice(at + 1, at + LONGEST_PHRASE).flatMap((next) => {
    phrase += ` ${next.word}`
    return PHRASES.get(phrase) ?? []
  })
}

/** Cache of the concepts of words. */
const KNOWN = new Map<string, readonly string[]>()
const MOST_KNOWN = 20_000

function conceptsOf({ word, stem }: Token): readonly string[] {
  const known = KNOWN.get(word)
  if (known !== undefined) return known
  const names = new Set([...(WORDS.get(word) ?? []), ...(WORDS.get(stem) ?? [])])
  for (let length = SHORTEST_BEGINNING; length <= Math.min(word.length, LONGEST_BEGINNING); length += 1)
    BEGINNINGS.get(word.slice(0, length))?.forEach((name) => names.add(name))
  if (ADDRESSES.has(word)) names.add(word)
  const found = [...names]
  if (KNOWN.size < MOST_KNOWN) KNOWN.set(word, found)
  return found
}

function listUnspaced(token: Token, at: number): Mention[] {
  const found: Mention[] = []
  for (let start = 0; start < token.word.length; start += 1)
    for (let length = 1; length <= LONGEST_UNSPACED; length += 1) {
      if (start + length > token.word.length) break
      for (const concept of UNSPACED.get(token.word.slice(start, start + length)) ?? [])
        found.push({ concept, at: at + start / 100, token })
    }
  return found
}

const ADDRESSES = new Set(["<url>", "<host>", "<mail>"])
const SHORTEST_BEGINNING = 3
const LONGEST_BEGINNING = 14
const LONGEST_PHRASE = 5
const LONGEST_UNSPACED = 8

const WORDS = new Map<string, string[]>()
const BEGINNINGS = new Map<string, string[]>()
const PHRASES = new Map<string, string[]>()
const UNSPACED = new Map<string, string[]>()
/** First words of phrases. */
const BEGIN_PHRASES = new Set<string>()

for (const [concept, words] of Object.entries(CONCEPT_WORDS))
  for (const written of words.trim().split(/\s+/)) {
    const word = foldText(written).text.toLowerCase()
    const [index, key] = placeOf(word)
    const named = index.get(key)
    if (named === undefined) index.set(key, [concept])
    else if (!named.includes(concept)) named.push(concept)
  }

function placeOf(word: string): [index: Map<string, string[]>, key: string] {
  if (/[\u2e80-\u9fff\uac00-\ud7af]/.test(word)) return [UNSPACED, word]
  if (word.endsWith("*")) return [BEGINNINGS, word.slice(0, -1)]
  if (!word.includes("_")) return [WORDS, word]
  const phrase = word.replaceAll("_", " ")
  BEGIN_PHRASES.add(phrase.slice(0, phrase.indexOf(" ")))
  return [PHRASES, phrase]
}
