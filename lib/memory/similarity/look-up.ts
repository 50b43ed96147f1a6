import { isEmptyWord } from "../lexicon/software"
import { stemOf } from "../text/stems"
import { bareStatement } from "./statement-words"
import { searchDocument } from "../search/search-text"
import { termsOf } from "../text/plain-words"

/** A word of a statement as the store is asked for it. */
export interface LookUpTerm {
  /** As the statement has it. */
  readonly word: string
  /** What the words of an entry begin with, or are when it may not go on. Several where an inflection changes the ending. */
  readonly beginnings: readonly string[]
  readonly open: boolean
}

/** Word frequencies in a store. */
export interface Vocabulary {
  readonly entries: number
  /** The words that begin with `text`, or are it, as far as they are common enough to be listed. */
  listed(text: string, open: boolean): readonly { readonly word: string; readonly count: number }[]
  /** About how many entries have a word that is not listed. */
  readonly unlisted: (text: string) => number
}

export interface LookUp {
  /** For identical entries: all words of the entry, with their number. */
  readonly exact: string
  readonly words: number
  /** For entries that share a rare word; empty where none is rare. */
  readonly rare: string
  /** Words that may be rare, each to be asked for by itself and for a few entries only: how rare they are is not known. */
  readonly single: readonly string[]
  /** For entries that share two words that are not rare, or three common ones; empty where that would cost too much. */
  readonly together: string
  /** For entries that share a word that is not rare and a common one. */
  readonly withCommon: string
  /** The words that rank the entries found, each with its weight. */
  readonly ranking: readonly { readonly tsquery: string; readonly weight: number }[]
}

/** Entries that are fetched because they share one word, about. */
const FETCHED = 100
/** Places in the index that are read for words together, about. */
const READ = 16_000
const READ_COMMON = 60_000
const READ_FOR_COMMON = 2_000
const MOST_COMMON = 3
const MOST_TOGETHER = 9
const MOST_SINGLE = 3
const MOST_RANKING = 12
const MOST_EXACT = 60
/** Number of occurrences from which an index finds the forms of a word faster one by one than by their beginning. */
const MANY = 300
const MOST_FORMS = 6

/**
 * How to look up, among very many entries, those that are like a statement, at a cost that does not grow with their number: all words
 * together, the rarest each by itself, commoner ones in pairs, the commonest only three together. Null for a text without a word.
 */
export function planLookUp(statement: string, vocabulary: Vocabulary): LookUp | null {
  const lexemes = [...new Set(searchDocument(bareStatement(statement)).split(" "))].filter(
    (lexeme) => lexeme !== "",
  )
  if (lexemes.length === 0) return null
  const counted = lookUpTerms(statement)
    .map((term) => count(term, vocabulary))
    .toSorted((a, b) => a.count - b.count)
  const rare = within(counted, FETCHED)
  const others = counted.slice(rare.length)
  const some = within(others.slice(0, MOST_TOGETHER), READ)
  const single = counted.filter(({ listed }) => !listed).slice(rare.length, MOST_SINGLE)
  return {
    exact: lexemes
      .slice(0, MOST_EXACT)
      .map((lexeme) => `'${lexeme}'`)
      .join(" & "),
    words: lexemes.length,
    rare: rare.map(({ tsquery }) => tsquery).join(" | "),
    single:
      rare.length === 0 && counted.length === 1
        ? counted.map(({ tsquery }) => tsquery)
        : single.map(({ tsquery }) => tsquery),
    together: togetherOf(others, some, rare.length === 0),
    withCommon: withCommonOf(some, others.slice(some.length)),
    ranking: counted.slice(0, MOST_RANKING).map((one) => ({
      tsquery: one.tsquery,
      weight: Math.log(1 + Math.max(vocabulary.entries, 10) / one.count),
    })),
  }
}

interface Counted {
  readonly tsquery: string
  readonly count: number
  /** Whether the count is known. */
  readonly listed: boolean
}

/**
 * Words of at least two of three hands that the rarest are dealt into: cheaper for an index than any two words, and what says the same
 * hardly shares words of one hand alone. Where even the rarest are too common and nothing is rare, the three rarest at once.
 */
function togetherOf(terms: readonly Counted[], some: readonly Counted[], alone: boolean): string {
  const [first = "", second = "", third = ""] = [0, 1, 2].map((hand) =>
    anyOf(some.filter((_, at) => at % 3 === hand)),
  )
  const hands = [
    [first, second],
    [first, third],
    [second, third],
  ]
    .filter((two) => !two.includes(""))
    .map((two) => two.join(" & "))
  if (hands.length > 0 || !alone) return hands.join(" | ")
  const three = terms.slice(0, 3)
  return three.length > 1 && within(three, READ_COMMON).length === three.length
    ? three.map(({ tsquery }) => tsquery).join(" & ")
    : ""
}

/** One of the rarest and one that is common: the index reads no more of the common one's list than that of the rare one leads to. */
function withCommonOf(some: readonly Counted[], others: readonly Counted[]): string {
  const [few, common] = [within(some, READ_FOR_COMMON), others.slice(0, MOST_COMMON)]
  return few.length > 0 && common.length > 0 ? `${anyOf(few)} & ${anyOf(common)}` : ""
}

/** Returns the first words whose counts add up to at most `most`. */
function within(terms: readonly Counted[], most: number): readonly Counted[] {
  let sum = 0
  return terms.filter((one) => (sum += one.count) <= most)
}

const anyOf = (terms: readonly Counted[]): string =>
  terms.length > 1 ? `(${terms.map(({ tsquery }) => tsquery).join(" | ")})` : (terms[0]?.tsquery ?? "")

function count(term: LookUpTerm, { listed, unlisted }: Vocabulary): Counted {
  const forms = term.beginnings.flatMap((beginning) => listed(beginning, term.open))
  const known = forms.reduce((all, one) => all + one.count, 0)
  if (!term.open || known < MANY)
    return {
      tsquery: tsqueryOf(term),
      count: Math.max(1, known + (forms.length > 0 && !term.open ? 0 : unlisted(term.word))),
      listed: forms.length > 0,
    }
  const words = [
    ...new Set([term.word, ...forms.toSorted((a, b) => b.count - a.count).map(({ word }) => word)]),
  ].slice(0, MOST_FORMS)
  return {
    tsquery: words.length > 1 ? `(${words.map((word) => `'${word}'`).join(" | ")})` : `'${words[0]}'`,
    count: known,
    listed: true,
  }
}

/** Returns the meaningful words of a statement, each once. Returns all words if none is meaningful. */
export function lookUpTerms(statement: string): LookUpTerm[] {
  const words = [...new Set(termsOf(bareStatement(statement)))]
  const telling = words.filter((word) => !isEmptyWord(stemOf(word)))
  const terms = new Map<string, LookUpTerm>()
  for (const word of telling.length > 0 ? telling : words) {
    const term = termOf(word)
    terms.set(term.beginnings[0] as string, term)
  }
  return [...terms.values()]
}

/** Shorter beginnings match too many words. */
const OPEN_FROM = 4
const SHORT_ENDINGS = ["", "s", "e", "es"]

function termOf(word: string): LookUpTerm {
  const stem = stemOf(word)
  if (stem === word && !/^[a-z]+$/.test(word)) return { word, beginnings: [word], open: false }
  const changing = stem.endsWith("y") && stem.length > OPEN_FROM ? [stem, `${stem.slice(0, -1)}i`] : null
  let common = 0
  while (common < stem.length && stem[common] === word[common]) common += 1
  const beginnings = changing ?? [stem.slice(0, Math.max(common, 1))]
  const open = beginnings.every((one) => one.length >= OPEN_FROM)
  return open
    ? { word, beginnings, open }
    : { word, beginnings: [...new Set([word, ...SHORT_ENDINGS.map((ending) => stem + ending)])], open }
}

function tsqueryOf({ beginnings, open }: LookUpTerm): string {
  const all = beginnings.map((one) => `'${one}'${open ? ":*" : ""}`)
  return all.length > 1 ? `(${all.join(" | ")})` : (all[0] as string)
}
