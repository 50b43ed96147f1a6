import { isEmptyWord } from "./software-speech"
import { stemOf } from "./stems"
import { bareStatement } from "./statement-words"
import { searchDocument } from "./search-text"
import { termsOf } from "./words"

/** A word of a statement as the store is asked for it. */
export interface LookUpTerm {
  /** As the statement has it. */
  readonly word: string
  /** What the words of an entry begin with, or are when it may not go on. Several where an inflection changes the ending. */
  readonly beginnings: readonly string[]
  readonly open: boolean
}

/** What is known of how often words stand in a store. */
export interface Vocabulary {
  readonly entries: number
  /** The words that begin with `text`, or are it, as far as they are common enough to be listed. */
  listed(text: string, open: boolean): readonly { readonly word: string; readonly count: number }[]
  /** About how many entries have a word that is not listed. */
  readonly unlisted: (text: string) => number
}

export interface LookUp {
  /** For entries that say the very same: all of its words, and how many there are. */
  readonly exact: string
  readonly words: number
  /** For entries that share a rare word; empty where none is rare. */
  readonly rare: string
  /** For entries that share two words that are not rare, or three common ones; empty where that would cost too much. */
  readonly together: string
  /** What the entries found are ranked by: each word with how much it tells. */
  readonly ranking: readonly { readonly tsquery: string; readonly weight: number }[]
}

/** Entries that are fetched because they share one word, about. */
const FETCHED = 100
/** Places in the index that are read for words together, about. */
const READ = 16_000
const READ_COMMON = 60_000
const MOST_TOGETHER = 9
const MOST_RANKING = 12
const MOST_EXACT = 60
/** From here on an index finds the forms of a word faster one by one than by how they begin. */
const MANY = 300
const MOST_FORMS = 6

/**
 * How to look up, among very many entries, those that are like a statement, at a cost that does not grow with their number: all words
 * together, the rarest each by itself, commoner ones in pairs, the commonest only three together. Null for a text without a word.
 */
export function planLookUp(statement: string, vocabulary: Vocabulary): LookUp | null {
  const lexemes = [...new Set(searchDocument(bareStatement(statement)).split(" "))].filter((lexeme) => lexeme !== "")
  if (lexemes.length === 0) return null
  const counted = lookUpTerms(statement)
    .map((term) => count(term, vocabulary))
    .toSorted((a, b) => a.count - b.count)
  let fetched = 0
  const rare = counted.filter((one) => (fetched += one.count) <= FETCHED)
  if (rare.length === 0 && counted.length === 1) rare.push(...counted)
  return {
    exact: lexemes.slice(0, MOST_EXACT).map((lexeme) => `'${lexeme}'`).join(" & "),
    words: lexemes.length,
    rare: rare.map(({ tsquery }) => tsquery).join(" | "),
    together: togetherOf(counted.slice(rare.length), rare.length === 0),
    ranking: counted.slice(0, MOST_RANKING).map((one) => ({ tsquery: one.tsquery, weight: Math.log(1 + Math.max(vocabulary.entries, 10) / one.count) })),
  }
}

interface Counted {
  readonly tsquery: string
  readonly count: number
}

/**
 * Words of at least two of three hands that the rarest are dealt into: cheaper for an index than any two words, and what says the same
 * hardly shares words of one hand alone. Where even the rarest are too common and nothing is rare, the three rarest at once.
 */
function togetherOf(terms: readonly Counted[], alone: boolean): string {
  let read = 0
  const some = terms.slice(0, MOST_TOGETHER).filter((one) => (read += one.count) <= READ)
  if (some.length > 1) {
    const [first = "", second = "", third = ""] = [0, 1, 2].map((hand) => anyOf(some.filter((_, at) => at % 3 === hand)))
    return third === "" ? `${first} & ${second}` : `${first} & ${second} | ${first} & ${third} | ${second} & ${third}`
  }
  const three = terms.slice(0, 3)
  return alone && three.length > 1 && three.reduce((all, one) => all + one.count, 0) <= READ_COMMON ? three.map(({ tsquery }) => tsquery).join(" & ") : ""
}

const anyOf = (terms: readonly Counted[]): string => (terms.length > 1 ? `(${terms.map(({ tsquery }) => tsquery).join(" | ")})` : (terms[0]?.tsquery ?? ""))

function count(term: LookUpTerm, { listed, unlisted }: Vocabulary): Counted {
  const forms = term.beginnings.flatMap((beginning) => listed(beginning, term.open))
  const known = forms.reduce((all, one) => all + one.count, 0)
  if (!term.open || known < MANY) return { tsquery: tsqueryOf(term), count: Math.max(1, known + (forms.length > 0 && !term.open ? 0 : unlisted(term.word))) }
  const words = [...new Set([term.word, ...forms.toSorted((a, b) => b.count - a.count).map(({ word }) => word)])].slice(0, MOST_FORMS)
  return { tsquery: words.length > 1 ? `(${words.map((word) => `'${word}'`).join(" | ")})` : `'${words[0]}'`, count: known }
}

/** The words of a statement that tell something, each once; all of its words where none does. */
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

/** Shorter beginnings stand for too many words. */
const OPEN_FROM = 4

function termOf(word: string): LookUpTerm {
  const stem = stemOf(word)
  if (stem === word && !/^[a-z]+$/.test(word)) return { word, beginnings: [word], open: false }
  const changing = stem.endsWith("y") && stem.length > OPEN_FROM ? [stem, `${stem.slice(0, -1)}i`] : null
  let common = 0
  while (common < stem.length && stem[common] === word[common]) common += 1
  const beginnings = changing ?? [stem.slice(0, Math.max(common, 1))]
  const open = beginnings.every((one) => one.length >= OPEN_FROM)
  return open ? { word, beginnings, open } : { word, beginnings: [...new Set([word, stem, `${stem}s`])], open }
}

function tsqueryOf({ beginnings, open }: LookUpTerm): string {
  const all = beginnings.map((one) => `'${one}'${open ? ":*" : ""}`)
  return all.length > 1 ? `(${all.join(" | ")})` : (all[0] as string)
}
