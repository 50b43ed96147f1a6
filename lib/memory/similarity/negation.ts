import { groupBy } from "../text/aggregates"
import { stemOf } from "../text/stems"
import type { Word } from "./statement-words"

/** Returns the sign of each word in order: asserted (1), denied (-1) or open (0). */
export function signsOf(words: readonly Word[]): readonly (1 | 0 | -1)[] {
  const signs: (1 | 0 | -1)[] = words.map(() => 1)
  let demandedUntil = 0
  for (let at = 0; at < words.length; at += 1) {
    const denial = denialAt(words, at)
    if (denial === null) continue
    for (let place = at; place < at + denial.length; place += 1) signs[place] = 0
    const [from, to] = denial.whole
      ? [sentenceStart(words, at), clauseEnd(words, at + denial.length)]
      : [at + denial.length, clauseEnd(words, at + denial.length)]
    const except = exceptionIn(words, from, to)
    if (except !== null) demandedUntil = sentenceEnd(words, except)
    const isDemanded = denial.turns === true && at < demandedUntil
    for (let place = from; place < to; place += 1) {
      const isTurned = isDemanded || (except !== null && place < except)
      if (signs[place] !== 0) signs[place] = isTurned ? 1 : denial.sign
    }
    at += denial.length - 1
  }
  return signs
}

/**
 * Returns the place of the exception to a denial, or null. `No merge until CI is green` and `never merge without green CI` demand
 * something of a merge and do not deny it.
 */
function exceptionIn(words: readonly Word[], from: number, to: number): number | null {
  for (let at = from + 1; at <= to && at < words.length && words[at]?.after !== "."; at += 1)
    if (EXCEPTS.has(words[at]?.shown ?? "")) return at
  return null
}
const EXCEPTS = new Set("until unless without ohne bevor sans sin sem".split(" "))

interface Denial {
  /** Number of words of the denial. */
  readonly length: number
  /** True if the denial also applies to the words before it in the clause. */
  readonly whole: boolean
  readonly sign: -1 | 0
  /** True if the denial asserts words that were denied before: `never without approval`. */
  readonly turns?: true
}

const stems = (words: string) => new Set(words.split(" ").map(stemOf))
const DENIES = stems(
  "not never no none neither nor nothing nobody avoid nicht kein keine nie niemals pas jamais nunca",
)
/** True if a word denies. `lacks` denies, but `lacking` leaves the sign open although both have one stem. */
const denies = ({ stem, shown }: Word): boolean => shown === "lacks" || DENIES.has(stem)
/** Words for consent. To act without consent means that consent is not required. */
const CONSENT = stems(
  "ask asking approval approve approved confirmation confirming permission consent review reviewing checking verification telling notice notifying sign-off signoff prompt prompting",
)
/**
 * Words that neither deny nor assert: `tests fail without a broker` asserts the broker as much as `tests need
 * a broker`.
 */
const OPENS = stems("without except unless missing lack absent ohne sans sin")
const FORBIDS = stems(
  "forbid forbidden prohibit prohibited ban banned disallow disallowed discourage discouraged taboo verboten",
)
const ALLOWS = stems("allow permit permitted allowed accept accepted ok okay fine welcome")
const INSTEAD = groupBy(
  [
    "instead of",
    "rather than",
    "as opposed to",
    "in place of",
    "no longer",
    "no more",
    "stop use",
    "stop using",
    "refrain from",
    "stay away",
    "steer clear",
    "keep away",
    "away from",
    "get off",
  ].map((phrase) => phrase.split(" ").map(stemOf)),
  ([first]) => first,
)

function denialAt(words: readonly Word[], at: number): Denial | null {
  const word = words[at]
  if (word === undefined || word.kind !== "word" || word.within || isNotOnly(words, at)) return null
  const long = INSTEAD.get(word.stem)?.find((phrase) =>
    phrase.every((stem, place) => words[at + place]?.stem === stem),
  )
  if (long !== undefined) return { length: long.length, whole: false, sign: -1 }
  if (FORBIDS.has(word.stem)) return { length: 1, whole: true, sign: -1 }
  if (word.idea !== "ignor" && denies(word)) return plainDenialAt(words, at)
  if (isPreferredOver(words, at)) return { length: 1, whole: false, sign: -1 }
  return OPENS.has(word.stem) ? withoutAt(words, at) : null
}

/** True for `not` in `not only X`, which denies nothing. */
const isNotOnly = (words: readonly Word[], at: number): boolean =>
  words[at]?.stem === "not" && /^(?:just|only|merely|simply)$/.test(words[at + 1]?.shown ?? "")

/** True for `over` in `prefers X over Y` and for `to` in `is preferred to Y`. */
function isPreferredOver(words: readonly Word[], at: number): boolean {
  const stem = words[at]?.stem
  if ((stem !== "over" && stem !== "to") || words[at - 1]?.shown === "prefer") return false
  const prefers = stem === "to" ? PREFERRED_TO : PREFERS_OVER
  return words.slice(Math.max(0, at - 6), at).some(({ shown }) => prefers.test(shown))
}

const PREFERRED_TO = /^prefer(?:red|s|able)?$/
const PREFERS_OVER = /^(?:prefer|favou?r|choose|pick)/

/**
 * Returns the denial at `without`. `without approval` denies the action. `without a broker` leaves the broker
 * open.
 */
function withoutAt(words: readonly Word[], at: number): Denial {
  const isOfConsent = words.slice(at + 1, at + 4).some(({ stem }) => CONSENT.has(stem))
  return isOfConsent
    ? { length: 1, whole: false, sign: -1, turns: true }
    : { length: 1, whole: false, sign: 0 }
}

/** Returns the denial at `at`. `not X` denies X. `not allowed` denies the words before it. */
function plainDenialAt(words: readonly Word[], at: number): Denial {
  const next = words
    .slice(at + 1, at + 3)
    .findIndex(({ stem, idea }) => ALLOWS.has(stem) || idea === stemOf("allow"))
  return next < 0 ? { length: 1, whole: false, sign: -1 } : { length: next + 2, whole: true, sign: -1 }
}

const ENDS = stems("but because since so instead unless until otherwise else although though whereas while")

function clauseEnd(words: readonly Word[], from: number): number {
  for (let at = from; at < words.length; at += 1) {
    const word = words[at] as Word
    if (at > from && word.after !== "") return at
    if (ENDS.has(word.stem)) return at
  }
  return words.length
}

export function sentenceEnd(words: readonly Word[], from: number): number {
  let end = from + 1
  while (end < words.length && words[end]?.after !== ".") end += 1
  return end
}

function sentenceStart(words: readonly Word[], at: number): number {
  for (let start = at; start > 0; start -= 1) if (words[start]?.after !== "") return start
  return 0
}

/** Characters that deny on their own. `别` and `沒` are often parts of other words: 级别, 特别, 类别. */
const DENIALS_UNSPACED =
  /[不没沒勿禁]|(?<![级級类類性特分个個区區差识識告辨离離鉴])[别別](?![的人名处處])|ない|なし|ません|ずに|않|안\s|금지|말아|마세요|없/gu

/** Returns the number of denials in unspaced scripts: Chinese, Japanese, Korean. */
export const unspacedDenials = (text: string): number => text.match(DENIALS_UNSPACED)?.length ?? 0
