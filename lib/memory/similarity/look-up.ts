import { isEmptyWord } from "../lexicon/software"
import { termsOf } from "../text/plain-words"
import { stemOf } from "../text/stems"
import { bareStatement } from "./statement-words"
import { searchDocument } from "../search/search-text"

/** A word of a statement in the form in which the database is searched for it. */
export interface LookUpTerm {
  /** The word as written in the statement. */
  readonly word: string
  /**
   * Beginnings of the words to find if `open` is true, else the complete words. Several if an inflection
   * changes the ending.
   */
  readonly beginnings: readonly string[]
  readonly open: boolean
}

/** Word frequencies in the database. */
export interface Vocabulary {
  readonly entries: number
  /**
   * Returns the listed words that equal `text`, or that begin with it if `open` is true, with their counts.
   * Rare words are not listed.
   */
  listed(text: string, open: boolean): readonly { readonly word: string; readonly count: number }[]
  /** Returns the approximate number of entries with a word that is not listed. */
  readonly unlisted: (text: string) => number
}

export interface LookUp {
  /** Query for identical entries: all words of the statement, up to MOST_EXACT. `words`: their number. */
  readonly exact: string
  readonly words: number
  /** Query for entries that share a rare word. Empty if no word is rare. */
  readonly rare: string
  /**
   * Words that may be rare, but whose count is unknown. Each is queried separately, for a few entries only.
   */
  readonly single: readonly string[]
  /**
   * Query for entries that share two words that are not rare, or three common words. Empty if the query would
   * cost too much.
   */
  readonly together: string
  /** Query for entries that share a common word and a word that is not rare. */
  readonly withCommon: string
  /** Words that rank the found entries, each with its weight. */
  readonly ranking: readonly { readonly tsquery: string; readonly weight: number }[]
}

/** Approximate maximum number of entries to fetch because they share a single word. */
const FETCHED = 100
/** Approximate maximum number of index positions to read for combined words. */
const READ = 16_000
const READ_COMMON = 60_000
const READ_FOR_COMMON = 2_000
const MOST_COMMON = 3
const MOST_TOGETHER = 9
const MOST_SINGLE = 3
const MOST_RANKING = 12
const MOST_EXACT = 60
/**
 * Number of occurrences above which an index finds the forms of a word faster one by one than by their common
 * beginning.
 */
const MANY = 300
const MOST_FORMS = 6

/**
 * Returns queries that find entries similar to a statement, at a cost that does not grow with the number of
 * entries. The queries combine all words, single rare words, pairs of more frequent words, and three common
 * words. Null for a text without words.
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
  /** True if the count is known. */
  readonly listed: boolean
}

/**
 * Returns a query for entries with words of two of three groups. The words of `some` are distributed among
 * the groups in turn. This costs less than a query for any two words, and similar entries rarely share words
 * of one group only. If there are too few words and `alone` is true, the query is for the three rarest words
 * together.
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

/**
 * Returns a query for entries with one of the rarest words and a common word. The index reads only the part
 * of the common word's list that the rare word leads to.
 */
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

/** Minimum number of letters of a beginning. Shorter beginnings match too many words. */
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
