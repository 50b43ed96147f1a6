import { inflectionsOf } from "../text/stems"
import { plainText, runsOf, type Run } from "../text/plain-words"

/**
 * A text as terms for `to_tsvector('simple', …)`: letters and digits only, so that PostgreSQL's parser takes each term for one lexeme.
 *
 * First all terms in the order of the text, one position each, so that phrases match: words in lower case without diacritics, parts of
 * `fooBar`, `foo_bar`, `foo-bar` and `a/b.ts`, overlapping pairs of CJK, Hangul, kana and Thai. Behind them, out of the way of phrases,
 * what else one may look for: compounds written as one (`foobar`, `abts`) and the last character of each unspaced run.
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
  /** For a cast to `tsquery` or `to_tsquery('simple', …)`. Empty where the query names nothing to look for or to leave out. */
  readonly tsquery: string
  /** Single words and prefixes that must occur, lower case, without marks. */
  readonly terms: readonly string[]
  /** Other inflections of these words, which count as the words. */
  readonly forms: readonly string[]
  readonly phrases: readonly string[]
  /** Words and phrases that must not occur. */
  readonly not: readonly string[]
  /** The same for a cast: entries that have one of them are not wanted. Empty where there is none. */
  readonly unwanted: string
}

/**
 * Reads `words`, `"a phrase"`, `prefix*`, `-without` and `-"this phrase"`. Any input gives a valid query; what has no letter or digit is
 * passed over. `inflected`: a word that must occur may do so in any of its inflections.
 */
export function searchQuery(query: string, { inflected = false } = {}): SearchQuery {
  const clauses: string[] = []
  const found = { terms: [] as string[], forms: [] as string[], phrases: [] as string[], not: [] as string[] }
  for (const [, minus, quoted, bare] of query.slice(0, MAX_QUERY_CHARACTERS).matchAll(CLAUSES)) {
    const plain = plainText(quoted ?? bare ?? "")
    const words = [...wordsOf(plain)]
    const expression =
      quoted === undefined
        ? allOf(words, {
            prefix: plain.endsWith("*"),
            forms: inflected && minus === undefined ? found.forms : null,
          })
        : phraseOf(words.flatMap((word) => word.runs.flatMap(lexemesOfRun)))
    if (expression === "") continue
    clauses.push(minus === undefined ? expression : `!${expression}`)
    const shown = words.map((word) => plain.slice(word.start, word.end).toLowerCase())
    if (minus !== undefined) found.not.push(shown.join(" "))
    else if (quoted === undefined) found.terms.push(...shown)
    else found.phrases.push(shown.join(" "))
    if (clauses.length === MAX_CLAUSES) break
  }
  const unwanted = clauses.flatMap((clause) => (clause.startsWith("!") ? [clause.slice(1)] : [])).join(" | ")
  return { tsquery: clauses.join(" & "), ...found, unwanted }
}

export interface PlainWord {
  /** As the index has it. */
  readonly word: string
  readonly start: number
  readonly end: number
}

/** The words of a query that stand for themselves alone, with where: no phrase, no beginning, no compound, nothing that must not occur. */
export function plainWords(query: string): PlainWord[] {
  return Array.from(query.slice(0, MAX_QUERY_CHARACTERS).matchAll(CLAUSES)).flatMap(
    ({ 1: minus, 3: bare, index }) => {
      if (minus !== undefined || bare === undefined || bare.endsWith("*")) return []
      // Places hold only where making it plain changes no length.
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

/** A tsvector holds 1 MB; what is beyond is not searched. */
const MAX_DOCUMENT_BYTES = 900_000
const MAX_QUERY_CHARACTERS = 1000
const MAX_CLAUSES = 32
/** PostgreSQL takes 2,046 bytes a lexeme; longer terms are found by their beginning. */
const MAX_TERM = 64
const CLAUSES = /(?<![^\s"])(-)?(?:"([^"]*)(?:"|$)|([^\s"]+))/g

/** Runs that belong together: `lib/foo_bar.ts`, `fooBar`, `支払API`. */
interface Word {
  readonly runs: readonly Run[]
  readonly start: number
  readonly end: number
  /** What stands between one run and the next. */
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

/** Compounds as one word, and the last character of unspaced runs, which no pair begins with. */
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

/** Adds the terms written as one word; gives a new, empty list to go on with. */
function glue(extras: Set<string>, terms: readonly string[]): string[] {
  if (terms.length > 1) extras.add(clip(terms.join("")))
  return []
}

/** Each word on its own; a compound by its parts in a row or written as one. Other inflections of a word are added to `forms`. */
function allOf(
  words: readonly Word[],
  { prefix, forms }: { prefix: boolean; forms: string[] | null },
): string {
  const clauses = words.map((word, index) => {
    const open = prefix && index === words.length - 1
    const lexemes = word.runs.flatMap(lexemesOfRun)
    const last = word.runs.at(-1)
    const row = phraseOf(
      open && last?.unspaced === false ? [...lexemes.slice(0, -1), `${lexemes.at(-1)}:*`] : lexemes,
    )
    if (
      forms !== null &&
      !open &&
      word.runs.length === 1 &&
      lexemes.length === 1 &&
      last?.unspaced === false
    ) {
      const others = inflectionsOf(last.terms[0] as string).slice(1)
      forms.push(...others)
      if (others.length > 0) return `(${[...lexemes, ...others.map(lexeme)].join(" | ")})`
    }
    const parts = word.runs.every((run) => !run.unspaced) ? word.runs.flatMap((run) => run.terms) : []
    return parts.length > 1 ? `(${lexeme(clip(parts.join("")))}${open ? ":*" : ""} | ${row})` : row
  })
  return clauses.length > 1 ? `(${clauses.join(" & ")})` : (clauses[0] ?? "")
}

const phraseOf = (lexemes: readonly string[]): string =>
  lexemes.length > 1 ? `(${lexemes.join(" <-> ")})` : (lexemes[0] ?? "")

/** A single unspaced character stands for all pairs that begin with it. */
function lexemesOfRun(run: Run): string[] {
  const terms = termsOfRun(run)
  return run.unspaced && Array.from(run.text).length === 1
    ? terms.map((term) => `${lexeme(term)}:*`)
    : terms.map(lexeme)
}

const lexeme = (term: string): string => `'${term}'`

/** A UTF-16 unit takes at most three bytes; each lexeme has its entry and its position besides. */
function spend(budget: { bytes: number }, term: string): boolean {
  const cost = term.length * 3 + 12
  if (cost > budget.bytes) return false
  budget.bytes -= cost
  return true
}
