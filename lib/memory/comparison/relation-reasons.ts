import { unspacedDenials } from "../similarity/negation"
import type { StatementPairReading } from "./pair-reading"
import type { Reading } from "./reading"
import type { Term } from "../similarity/statement"
import type { Word } from "../similarity/statement-words"
import { comparedOrder, isTurnedRound } from "./stated-order"

/** The kind of point on which two statements contradict each other. */
export type Evidence =
  | "number"
  | "choice"
  | "opposite"
  | "denial"
  | "day"
  | "order"
  | "rule"
  | "name"
  | "value"
  | "gone"

export interface Reason {
  readonly message: string
  /**
   * Words of both sides that the reason is about, separated by " / "; null if the reason is about the whole
   * statements.
   */
  readonly words: string | null
  /** Evidence of a contradiction. Null if only the statements as a whole show it. */
  readonly evidence?: Evidence | null
}

/**
 * Returns the reason for the relation of two statements, in a few words. `isTurned`: the sides were swapped,
 * so the message swaps them back.
 */
export function reasonOf(label: Label, comparison: StatementPairReading, isTurned = false): Reason {
  switch (label) {
    case "contradiction":
      return reasonAgainst(comparison, isTurned)
    case "duplicate":
      return { message: "same content in different words", words: null }
    case "superset":
      return { message: "same content with more detail", words: null }
    case "related":
      return { message: `same topic: ${sharedWords(comparison)}`, words: null }
    default:
      return { message: "different topic", words: null }
  }
}

/** Returns the first reason found for a contradiction, the surest evidence first. */
function reasonAgainst(comparison: StatementPairReading, isTurned: boolean): Reason {
  if (isInTurnedOrder(comparison)) return IN_OTHER_ORDER
  const { left, right } = comparison
  const written = (contrast: Contrast): Reason =>
    reasonOfWords(
      contrast,
      asWritten(contrast.left, left.statement.text),
      asWritten(contrast.right, right.statement.text),
      isTurned,
    )
  const terms = differentTerms(comparison)
  if (terms !== null) return written(terms)
  if (isDenied(comparison)) return reasonOfWhole("denial", "one entry says the opposite of the other")
  const gone = replacedTerm(comparison)
  if (gone !== null)
    return reasonOfWhole("gone", `one entry still mentions “${gone}”, which the other says was replaced`)
  const days = differentDays(comparison)
  if (days !== null) return written(days)
  if (isMostlySwapped(comparison)) return IN_OTHER_ORDER
  const rule = differentRule(comparison)
  if (rule !== null) return reasonOfWhole("rule", rule)
  const names = differentNames(comparison) ?? differentValues(comparison)
  return names === null ? reasonOfWhole(null, "the two entries contradict each other") : written(names)
}

type ShownWord = Pick<Word, "shown" | "named">

/** Words of the left and of the right statement that contradict each other. */
interface Contrast {
  readonly evidence: Evidence
  readonly left: ShownWord
  readonly right: ShownWord
}

/**
 * Returns a word with the capitals of the statement: "256 MB", "TypeBox". A capital that only begins a
 * sentence becomes lower case.
 */
function asWritten({ shown, named }: ShownWord, text: string): string {
  if (text.includes(shown)) return shown
  const at = indexOfWord(text, shown)
  const found = at < 0 ? shown : text.slice(at, at + shown.length)
  return !named && /^\p{Lu}\P{Lu}*$/u.test(found) ? shown : found
}

/** Returns where lower-case words are in a text, in any case; −1 if they are only a part of other words. */
function indexOfWord(text: string, words: string): number {
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return -1 // letters such as İ become two
  let at = lower.indexOf(words)
  while (at >= 0 && (isLetterOrDigit(lower[at - 1]) || isLetterOrDigit(lower[at + words.length])))
    at = lower.indexOf(words, at + 1)
  return at
}

const isLetterOrDigit = (sign = ""): boolean => /^[\p{L}\p{N}]/u.test(sign)

function reasonOfWords({ evidence }: Contrast, left: string, right: string, isTurned: boolean): Reason {
  const [one, two] = isTurned ? [right, left] : [left, right]
  return { message: `one says ${one}, the other ${two}`, words: `${one} / ${two}`, evidence }
}

const reasonOfWhole = (evidence: Evidence | null, message: string): Reason => ({
  message,
  words: null,
  evidence,
})

const IN_OTHER_ORDER = reasonOfWhole("order", "the two entries give the same things in reverse order")

const isInTurnedOrder = ({ left, right }: StatementPairReading): boolean =>
  left.order !== null && right.order !== null && isTurnedRound(left.order, right.order)

/** True if two statements reverse more of an order than they agree on. */
function isMostlySwapped({ left, right }: StatementPairReading): boolean {
  if (left.order === null || right.order === null) return false
  const { same, swapped } = comparedOrder(left.order, right.order)
  return swapped > same
}

/**
 * Returns the first two different numbers, else two alternatives, else two opposites; null if there are none.
 */
function differentTerms({ numbers, alternatives, opposites }: StatementPairReading): Contrast | null {
  const [number] = numbers
  const [alternative] = alternatives
  const [opposite] = opposites
  if (number !== undefined) return contrastOf("number", number[0], number[1])
  if (alternative !== undefined) return contrastOf("choice", alternative[0], alternative[1])
  if (opposite !== undefined && opposite.left.sign * opposite.right.sign >= 0)
    return contrastOf("opposite", opposite.left, opposite.right)
  return null
}

const contrastOf = (evidence: Evidence, left: ShownWord, right: ShownWord): Contrast => ({
  evidence,
  left,
  right,
})

/** True if one statement denies a word of the other, or has a denial that the other lacks. */
function isDenied(comparison: StatementPairReading): boolean {
  const { left, right, match, soft } = comparison
  const isTurned = (pair: { readonly left: Term; readonly right: Term }) =>
    pair.left.sign * pair.right.sign < 0
  return (
    match.pairs.some(isTurned) ||
    soft.some(isTurned) ||
    left.statement.denies !== right.statement.denies ||
    unspacedDiffers(comparison)
  )
}

/** Returns the first word that one statement still names and the other calls replaced; null if there is none. */
function replacedTerm({ left, right, match }: StatementPairReading): string | null {
  const inRight = match.pairs.find((pair) => isLeftBehind(pair.right, left.gone, right.gone))
  const inLeft = match.pairs.find((pair) => isLeftBehind(pair.left, right.gone, left.gone))
  if (inRight !== undefined) return asWritten(inRight.right, right.statement.text)
  return inLeft === undefined ? null : asWritten(inLeft.left, left.statement.text)
}

const isLeftBehind = (
  { idea, sign }: Term,
  gone: ReadonlySet<string>,
  goneInOwn: ReadonlySet<string>,
): boolean => gone.has(idea) && !goneInOwn.has(idea) && sign > 0

const wordOfIdea = ({ statement }: Reading, idea: string): ShownWord =>
  statement.words.find((word) => word.idea === idea) ?? { shown: idea, named: true }

function differentDays({ left, right }: StatementPairReading): Contrast | null {
  const day = [...left.days].find((one) => !right.days.has(one))
  const otherDay = [...right.days].find((one) => !left.days.has(one))
  if (day === undefined || otherDay === undefined) return null
  return contrastOf("day", wordOfIdea(left, day), wordOfIdea(right, otherDay))
}

/** Returns how one rule contradicts the other, in words; null if it does not. */
function differentRule({
  left: { modality: one },
  right: { modality: other },
}: StatementPairReading): string | null {
  if ((one.obliges && other.frees) || (other.obliges && one.frees))
    return "one entry makes this mandatory, the other makes it optional"
  if ((one.forbids && other.permits) || (other.forbids && one.permits))
    return "one entry forbids this, the other allows it"
  return null
}

function differentNames({ match }: StatementPairReading): Contrast | null {
  const isName = ({ named, code }: Term) => named || code
  const [one, other] = [match.leftOnly.find(isName), match.rightOnly.find(isName)]
  return one === undefined || other === undefined ? null : contrastOf("name", one, other)
}

/** Returns the single words at the end of both statements, where only one value is possible. */
function differentValues({ slot }: StatementPairReading): Contrast | null {
  if (slot === null || !slot.takesOne || !slot.isLast) return null
  const [[one, ...more], [other, ...others]] = [slot.left, slot.right]
  if (one === undefined || other === undefined || more.length + others.length > 0) return null
  return contrastOf("value", one, other)
}

const unspacedDiffers = ({ left, right }: StatementPairReading): boolean =>
  unspacedDenials(left.statement.text) % 2 !== unspacedDenials(right.statement.text) % 2

const sharedWords = ({ match }: StatementPairReading): string =>
  match.pairs
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ left }) => left.shown)
    .join(", ")

/** Possible relations between two statements. The first one is the rarest. */
export const LABELS = ["contradiction", "duplicate", "superset", "related", "unrelated"] as const
export type Label = (typeof LABELS)[number]
