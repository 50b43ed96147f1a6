import { plainText, runsOf, type Run } from "../text/plain-words"
import { inflectionsOf } from "../text/stems"

/**
 * Returns a text as terms for `to_tsvector('simple', …)`: letters and digits only, so that PostgreSQL's parser takes each term as one
 * lexeme.
 *
 * First all terms in the order of the text, so that phrases match: words in lower case without diacritics, parts of `fooBar`, `foo_bar`,
 * `foo-bar` and `a/b.ts`, overlapping pairs of CJK, Hangul, kana and Thai. After them, where they do not break phrases: compounds as one word
 * (`foobar`, `abts`) and the last character of each run in a script without spaces.
 */
export function searchDocument(text: string): string {
  const budget = { bytes: MAX_DOCUMENT_BYTES }
  const terms: string[] = []
  const extras = new Set<string>()
  filling: for (const word of wordsOf(plainText(text))) {
    for (const run of word.runs) {
      for (const whole of run.terms) {
        const term = clip(whole)
        if (!spend(budget, term)) break filling
        terms.push(term)
      }
    }
    for (const extra of extrasOf(word)) if (!extras.has(extra) && spend(budget, extra)) extras.add(extra)
  }
  return [...terms, ...extras].join(" ")
}

export interface SearchQuery {
  /**
   * Query for a cast to `tsquery` or for `to_tsquery('simple', …)`. Empty if the query has no letters or
   * digits.
   */
  readonly tsquery: string
  /** Single words and prefixes that must occur, in lower case and without diacritics. */
  readonly terms: readonly string[]
  /** Other inflections of these words, which match too. */
  readonly forms: readonly string[]
  readonly phrases: readonly string[]
  /** Words and phrases that must not occur. */
  readonly not: readonly string[]
  /** `tsquery` for entries with one of `not`; empty if there is none. */
  readonly unwanted: string
}

/**
 * Parses `words`, `"a phrase"`, `prefix*`, `-without` and `-"this phrase"`. Any input gives a valid query; parts without letters or digits
 * are ignored. `inflected`: words also match in their other inflections.
 */
export function searchQuery(query: string, { inflected = false } = {}): SearchQuery {
  const clauses: string[] = []
  const found = { terms: [] as string[], forms: [] as string[], phrases: [] as string[], not: [] as string[] }
  for (const clause of queryClauses(query)) {
    const forms = inflected && !clause.isExcluded ? found.forms : null
    const expression = expressionOf(clause, forms)
    if (expression === "") continue
    clauses.push(clause.isExcluded ? `!${expression}` : expression)
    const shown = clause.words.map((word) => clause.plain.slice(word.start, word.end).toLowerCase())
    if (clause.isExcluded) found.not.push(shown.join(" "))
    else if (clause.isPhrase) found.phrases.push(shown.join(" "))
    else found.terms.push(...shown)
    if (clauses.length === MAX_CLAUSES) break
  }
  const unwanted = clauses.flatMap((clause) => (clause.startsWith("!") ? [clause.slice(1)] : [])).join(" | ")
  return { tsquery: clauses.join(" & "), ...found, unwanted }
}

interface Clause {
  readonly plain: string
  readonly words: readonly Word[]
  readonly isPhrase: boolean
  readonly isExcluded: boolean
}

const queryClauses = (query: string): Clause[] =>
  Array.from(query.slice(0, MAX_QUERY_CHARACTERS).matchAll(CLAUSES), ([, minus, quoted, bare]) => {
    const plain = plainText(quoted ?? bare ?? "")
    const isPhrase = quoted !== undefined
    return { plain, words: [...wordsOf(plain)], isPhrase, isExcluded: minus !== undefined }
  })

/** Returns a clause as `tsquery`; empty if it has no letters or digits. */
const expressionOf = ({ plain, words, isPhrase }: Clause, forms: string[] | null): string =>
  isPhrase
    ? phraseOf(words.flatMap((word) => word.runs.flatMap(lexemesOfRun)))
    : allOf(words, { prefix: plain.endsWith("*"), forms })

export interface PlainWord {
  /** The word as it is indexed. */
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Returns the simple words of a query with their positions: no phrases, prefixes, compounds or excluded words. */
export function plainWords(query: string): PlainWord[] {
  return Array.from(query.slice(0, MAX_QUERY_CHARACTERS).matchAll(CLAUSES)).flatMap(
    ({ 1: minus, 3: bare, index }) => {
      if (minus !== undefined || bare === undefined || bare.endsWith("*")) return []
      // Positions are valid only if the plain text has the same length.
      const plain = plainText(bare)
      if (plain.length !== bare.length) return []
      return Array.from(wordsOf(plain)).flatMap(({ runs, start, end }) => {
        const [only] = runs
        return runs.length === 1 && only !== undefined && !only.unspaced && only.terms.length === 1
          ? [{ word: only.terms[0] as string, start: index + start, end: index + end }]
          : []
      })
    },
  )
}

/** Maximum size of a document, because a tsvector holds 1 MB. The rest of a longer text is not searched. */
const MAX_DOCUMENT_BYTES = 900_000
const MAX_QUERY_CHARACTERS = 1000
const MAX_CLAUSES = 32
/**
 * Maximum length of a term. Longer terms are found by their beginning. PostgreSQL allows 2,046 bytes per
 * lexeme.
 */
const MAX_TERM = 64
const CLAUSES = /(?<![^\s"])(-)?(?:"([^"]*)(?:"|$)|([^\s"]+))/g

/** A word or compound: `lib/foo_bar.ts`, `fooBar`, `支払API`. */
interface Word {
  readonly runs: readonly Run[]
  readonly start: number
  readonly end: number
  /** Characters between the runs. */
  readonly joints: readonly string[]
}

const JOINT = /^[-_./:@#\\]{1,2}$/

function* wordsOf(plain: string): Generator<Word> {
  let runs: Run[] = []
  let joints: string[] = []
  const word = (): Word => ({ runs, joints, start: runs[0]?.start ?? 0, end: runs.at(-1)?.end ?? 0 })
  for (const run of runsOf(plain)) {
    const last = runs.at(-1)
    const joint = last === undefined ? "" : plain.slice(last.end, run.start)
    if (last !== undefined && joint !== "" && !JOINT.test(joint)) {
      yield word()
      runs = []
      joints = []
    } else if (last !== undefined) joints.push(joint)
    runs.push(run)
  }
  if (runs.length > 0) yield word()
}

const clip = (term: string): string =>
  term.length > MAX_TERM
    ? Array.from(term.slice(0, MAX_TERM + 1))
        .slice(0, -1)
        .join("")
    : term

const termsOfRun = (run: Run): string[] => run.terms.map(clip)

/** Returns compounds as one word, and the last character of runs without spaces, which begins no pair. */
function extrasOf({ runs, joints }: Word): string[] {
  const [only] = runs
  if (only !== undefined && runs.length === 1 && !only.unspaced && only.terms.length === 1) return []
  const extras = new Set<string>()
  const all: string[] = []
  let segment: string[] = []
  for (const [index, run] of runs.entries()) {
    if (index > 0 && !HYPHEN.test(joints[index - 1] ?? "")) segment = glue(extras, segment)
    if (run.unspaced) {
      const last = Array.from(run.text).slice(1).at(-1)
      if (last !== undefined) extras.add(last)
      segment = glue(extras, segment)
      continue
    }
    glue(extras, run.terms)
    segment.push(...run.terms)
    all.push(...run.terms)
  }
  glue(extras, segment)
  glue(extras, all)
  return [...extras]
}

const HYPHEN = /^[-_]+$/

/** Adds the terms as one word. Returns a new empty list. */
function glue(extras: Set<string>, terms: readonly string[]): string[] {
  if (terms.length > 1) extras.add(clip(terms.join("")))
  return []
}

/** Returns words as `tsquery`; all must match. Other inflections are added to `forms`. */
function allOf(
  words: readonly Word[],
  { prefix, forms }: { prefix: boolean; forms: string[] | null },
): string {
  const clauses = words.map((word, index) => {
    const isPrefix = prefix && index === words.length - 1
    const others = forms === null || isPrefix ? [] : otherForms(word)
    forms?.push(...others)
    return others.length > 0
      ? `(${[...word.runs.flatMap(lexemesOfRun), ...others.map(lexeme)].join(" | ")})`
      : wordExpression(word, isPrefix)
  })
  return clauses.length > 1 ? `(${clauses.join(" & ")})` : (clauses[0] ?? "")
}

/** Returns the other inflections of a simple word; none for compounds and scripts without spaces. */
function otherForms({ runs }: Word): string[] {
  const [only] = runs
  const isSimple = runs.length === 1 && only?.unspaced === false && lexemesOfRun(only).length === 1
  return isSimple ? inflectionsOf(only.terms[0] as string).slice(1) : []
}

/** Returns a word as `tsquery`: a compound by its parts in a row, or as one word. */
function wordExpression({ runs }: Word, isPrefix: boolean): string {
  const lexemes = runs.flatMap(lexemesOfRun)
  const isOpen = isPrefix && runs.at(-1)?.unspaced === false
  const row = phraseOf(isOpen ? [...lexemes.slice(0, -1), `${lexemes.at(-1)}:*`] : lexemes)
  const parts = runs.every((run) => !run.unspaced) ? runs.flatMap((run) => run.terms) : []
  return parts.length > 1 ? `(${lexeme(clip(parts.join("")))}${isPrefix ? ":*" : ""} | ${row})` : row
}

const phraseOf = (lexemes: readonly string[]): string =>
  lexemes.length > 1 ? `(${lexemes.join(" <-> ")})` : (lexemes[0] ?? "")

/** Returns the lexemes of a run. A single character of a script without spaces matches all pairs that begin with it. */
function lexemesOfRun(run: Run): string[] {
  const terms = termsOfRun(run)
  return run.unspaced && Array.from(run.text).length === 1
    ? terms.map((term) => `${lexeme(term)}:*`)
    : terms.map(lexeme)
}

const lexeme = (term: string): string => `'${term}'`

/** Counts a term against the budget; false if it does not fit. A UTF-16 unit takes at most 3 bytes, and a lexeme 12 bytes more. */
function spend(budget: { bytes: number }, term: string): boolean {
  const cost = term.length * 3 + 12
  if (cost > budget.bytes) return false
  budget.bytes -= cost
  return true
}
