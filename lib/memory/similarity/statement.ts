import { signsOf } from "./negation"
import { isEmptyName, isEmptyWord } from "../lexicon/software"
import { readWords, type Word } from "./statement-words"
import signWords from "../lexicon/words/sign-words.json" with { type: "json" }

/** A meaningful word with its sign: asserted (1), denied (-1) or open (0). */
export interface Term extends Word {
  readonly sign: 1 | 0 | -1
  /** Index into the words of the statement. */
  readonly place: number
}

/** A statement prepared for comparison with many others. */
export interface Statement {
  readonly text: string
  /** All words in lower case and in order. Equal for statements that differ only in layout. */
  readonly exact: string
  readonly words: readonly Word[]
  readonly terms: readonly Term[]
  /** For each word: 1 if the statement asserts it, -1 if the statement denies it, else 0. */
  readonly signs: readonly (1 | 0 | -1)[]
  /** True if the statement denies something. */
  readonly denies: boolean
}

/** Returns a parsed statement. Caches recent results, because a new statement is compared with many others. */
export function readStatement(text: string): Statement {
  const known = lately.get(text)
  if (known) return known
  const statement = read(text)
  if (text.length > LONGEST_KEPT) return statement
  lately.set(text, statement)
  characters += text.length
  while (lately.size > MOST_KEPT || characters > MOST_CHARACTERS) {
    const [oldest = ""] = lately.keys()
    lately.delete(oldest)
    characters -= oldest.length
  }
  return statement
}

const lately = new Map<string, Statement>()
let characters = 0
const MOST_KEPT = 2_000
/**
 * Maximum number of characters in the cache. A parsed statement takes about 50 times the memory of its text.
 */
const MOST_CHARACTERS = 300_000
const LONGEST_KEPT = 2_000

function read(text: string): Statement {
  const words = readWords(text)
  const signs = signsOf(words)
  const all = words.map(({ shown, idea, stem, kind, named, code, within, after }, place): Term => ({
    shown,
    idea,
    stem,
    kind,
    named,
    code,
    within,
    after,
    place,
    sign: signs[place] ?? 1,
  }))
  const terms = all.filter(
    (term) =>
      term.kind !== "word" ||
      term.code ||
      (!(isEmptyWord(term.stem) && !isSwitch(words, term) && !isName(term)) &&
        !isHere(words, term) &&
        !(term.sign === 0 && OPERATORS.has(term.stem))),
  )
  return {
    text,
    exact: words.map(({ shown }) => shown).join(" "),
    words,
    terms: terms.length > 0 ? terms : all,
    signs,
    denies: all.some(({ sign, stem }) => sign < 0 || (sign === 0 && DENIALS.has(stem))),
  }
}

/** True for a word such as `project` in `in this project`. Every statement of a memory applies there. */
const isHere = (words: readonly Word[], { shown, place }: Term): boolean =>
  HERE.has(shown) && /^(?:this|our)$/.test(words[place - 1]?.shown ?? "")
const HERE = new Set("project team repo repository codebase workspace".split(" "))

const isName = ({ named, shown }: Term): boolean => named && !isEmptyName(shown)

/** True for `on` or `off` as a state: at the end of a clause, or in `off by default`. */
const isSwitch = (words: readonly Word[], { shown, place }: Term): boolean =>
  (shown === "on" || shown === "off") &&
  ((words[place + 1]?.after ?? ".") !== "" ||
    (words[place + 1]?.shown === "by" && words[place + 2]?.shown === "default"))

const DENIALS = new Set(
  "not never no none neither nor nobody forbid forbidden prohibit ban disallow discourag avoid".split(" "),
)
/** Words that only change the sign of a statement. */
const OPERATORS = new Set(signWords.terms)
