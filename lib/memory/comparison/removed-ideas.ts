import { isEmptyWord } from "../lexicon/software"
import type { Word } from "../similarity/statement-words"
import { isCommon } from "./word-vectors"
import removalWords from "../lexicon/words/removal-words.json" with { type: "json" }

/**
 * Verbs that report the end of their subject in the passive (`X was dropped`) and of their object otherwise.
 * `Rows are removed` describes an action instead.
 */
const ENDED = new Set(removalWords.terms)
/** Words that mark their subject as ended. */
const OVER = new Set("gone ended expired lapsed history obsolete dead defunct".split(" "))
/** Verbs whose subject has replaced their object. */
const REPLACES = new Set(
  "replaces replaced replacing supersedes superseded succeeds succeeded remplace ersetzt reemplaza sustituye substitui".split(
    " ",
  ),
)
const MOVED = new Set(
  "moved migrated switched changed ported went converted transitioned handed passed transferred came got gave swapped".split(
    " ",
  ),
)
const PASSIVE = new Set("was were been got has have had".split(" "))
const STATE = new Set("is are was were has have".split(" "))
/** Maximum number of words in a subject, in an object, or between `from` and `to`. */
const REACH = 6

/** Returns the ideas that a statement calls removed or replaced: `X was dropped`, `moved from X to Y`, `the contract with X has ended`. */
export function removedIdeas(words: readonly Word[]): ReadonlySet<string> {
  const gone = new Set<string>()
  const mark = (from: number, to: number, isMarked = isName) => {
    for (const word of words.slice(Math.max(0, from), to)) if (isMarked(word)) gone.add(word.idea)
  }
  for (const [at, { kind, within }] of words.entries()) {
    if (kind !== "word" || within || follows(words, at, NEGATIONS)) continue
    if (endsSubject(words, at)) mark(clauseStart(words, at), at)
    else if (endsObject(words, at)) mark(at + 1, clauseEnd(words, at + 1))
    else if (replacesObject(words, at)) mark(at + 1, clauseEnd(words, at + 1), saysMore)
    else if (isMoveFrom(words, at)) mark(at + 1, targetOfMove(words, at), saysMore)
  }
  return gone
}

const NEGATIONS = new Set(["not", "never"])

/** True if one of the three words before `at` is in `verbs`. */
function follows(words: readonly Word[], at: number, verbs: ReadonlySet<string>): boolean {
  for (let place = Math.max(0, at - 3); place < at; place += 1)
    if (verbs.has(shownAt(words, place))) return true
  return false
}

const shownAt = (words: readonly Word[], at: number): string => words[at]?.shown ?? ""

/** True for the last word of `X is gone` or `X was dropped`. */
const endsSubject = (words: readonly Word[], at: number): boolean =>
  (OVER.has(shownAt(words, at)) && follows(words, at, STATE)) ||
  (ENDED.has(shownAt(words, at)) && follows(words, at, PASSIVE))

/** True for the verb of `we dropped X` or `gave up X`. */
const endsObject = (words: readonly Word[], at: number): boolean =>
  (ENDED.has(shownAt(words, at)) && !follows(words, at, STATE)) ||
  (shownAt(words, at) === "up" && shownAt(words, at - 1) === "gave")

/** True for the verb of `Y replaces X`. */
const replacesObject = (words: readonly Word[], at: number): boolean =>
  REPLACES.has(shownAt(words, at)) && !follows(words, at, PASSIVE) && !follows(words, at, STATE)

/** True for `from` or `off` in `moved from X to Y`, `migrated off X onto Y`. */
const isMoveFrom = (words: readonly Word[], at: number): boolean =>
  (shownAt(words, at) === "from" || shownAt(words, at) === "off") &&
  targetOfMove(words, at) > at &&
  words.slice(Math.max(0, at - REACH - 2), at).some((word) => MOVED.has(word.shown))

/** Returns the place of `to` in `from X to Y`. Returns -1 if not found. */
const targetOfMove = (words: readonly Word[], at: number): number =>
  words.findIndex((word, place) => place > at && place <= at + REACH && TOWARDS.test(word.shown))
const TOWARDS = /^(?:to|onto|into)$/

const saysMore = ({ kind, stem }: Word): boolean => kind === "word" && !isEmptyWord(stem)

/**
 * True for a word that is written as a name or code, or that is uncommon and has at least four characters:
 * `Opsgenie was shut off`, but not `invalid rows were dropped`.
 */
const isName = (word: Word): boolean =>
  saysMore(word) && (word.named || word.code || (/^\S{4,}$/.test(word.shown) && !isCommon(word)))

function clauseStart(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && at - start < REACH && words[start]?.after === "") start -= 1
  return start
}

function clauseEnd(words: readonly Word[], from: number): number {
  let end = from
  while (end < words.length && end - from < REACH && (end === from || words[end]?.after === "")) {
    if (end > from && /^(?:for|by|with|in|to|and|because|since|when|after)$/.test(words[end]?.shown ?? ""))
      break
    end += 1
  }
  return end
}
