import { ownValue } from "./own-value"
import { clockOf, isUnit, measureOf } from "./measures"

/** A word, or a parsed number, that may be part of a measure. */
interface Part {
  readonly shown: string
  readonly idea: string
  readonly kind: "word" | "number" | "pair"
  /** The separator from the word before. Empty within a measure. */
  readonly after: string
}

/** A measure written in several words: the number of words, and the measure. */
export interface Measured {
  readonly length: number
  readonly idea: string
}

/**
 * Reads a measure at a position: `30 seconds`, `half an hour`, `twice a minute`, `two and a half days`, `five
 * hundred`, `3 pm`, `half past ten`, `four in the morning`. Returns null if there is none.
 */
export function measuredFrom(words: readonly Part[], at: number): Measured | null {
  return clockFrom(words, at) ?? fractionFrom(words, at) ?? frequencyFrom(words, at) ?? amountFrom(words, at)
}

const shownAt = (words: readonly Part[], at: number): string => words[at]?.shown ?? ""

/** Returns the value of a plain number. Null for other words. */
function valueAt(words: readonly Part[], at: number): number | null {
  const word = words[at]
  return word?.kind === "number" && /^\d+(?:\.\d+)?$/.test(word.idea) ? Number(word.idea) : null
}

/** True for the longer units that may follow `a` and `one`. `a s` is not a measure. */
const isLongUnit = (word: string): boolean => isUnit(word) && word.length > 2

const DAYTIME: Readonly<Record<string, "am" | "pm">> = {
  morning: "am",
  night: "am",
  afternoon: "pm",
  evening: "pm",
}

/** Words after an hour, with their half of the day. "" for a 24-hour time. */
const CLOCK_ENDINGS: Readonly<Record<string, string>> = { am: "am", pm: "pm", uhr: "" }

const NAMED_TIMES: Readonly<Record<string, string>> = {
  noon: "12:00",
  midday: "12:00",
  midnight: "0:00",
  mittag: "12:00",
  mitternacht: "0:00",
  minuit: "0:00",
  medianoche: "0:00",
}

function clockFrom(words: readonly Part[], at: number): Measured | null {
  const named = ownValue(NAMED_TIMES, shownAt(words, at))
  if (named !== undefined) return { length: 1, idea: named }
  if (shownAt(words, at) === "half" && shownAt(words, at + 1) === "past") return halfPastFrom(words, at + 2)
  const hour = valueAt(words, at)
  if (hour === null || hour > 24 || !Number.isInteger(hour)) return null
  const next = shownAt(words, at + 1)
  const ending = ownValue(CLOCK_ENDINGS, next)
  if (ending !== undefined) return clock(hour, ending, 2)
  const half = daytimeAt(words, at + 1)
  if (half !== null) return clock(hour, half, 4)
  return next === "at" && shownAt(words, at + 2) === "night" && hour < 6 ? clock(hour, "am", 3) : null
}

/** Reads the time after `half past`: `ten`, `ten in the morning`. Returns null if there is none. */
function halfPastFrom(words: readonly Part[], at: number): Measured | null {
  const hour = valueAt(words, at)
  const late = daytimeAt(words, at + 1)
  const idea = hour === null ? null : clockOf(`${hour}:30${late ?? ""}`)
  return idea === null ? null : { length: late === null ? 3 : 6, idea }
}

/** Returns the half of the day for `in the morning` and similar words. Null for other words. */
function daytimeAt(words: readonly Part[], at: number): "am" | "pm" | null {
  if (shownAt(words, at) !== "in" || shownAt(words, at + 1) !== "the") return null
  return ownValue(DAYTIME, shownAt(words, at + 2)) ?? null
}

function clock(hour: number, half: string, length: number): Measured | null {
  const idea = half === "" ? clockOf(`${hour}:00`) : clockOf(`${hour}${half}`)
  return idea === null ? null : { length, idea }
}

/**
 * Reads a fraction of a unit at a position: `half an hour`, `a quarter of a megabyte`, `two and a half days`.
 * Returns null if there is none.
 */
const fractionFrom = (words: readonly Part[], at: number): Measured | null =>
  halfOfUnit(words, at) ?? quarterOfUnit(words, at) ?? wholeAndHalf(words, at)

const isArticle = (words: readonly Part[], at: number): boolean => /^an?$/.test(shownAt(words, at))

/** Reads half of a unit: `half an hour`, `half hour`. Returns null if there is none. */
function halfOfUnit(words: readonly Part[], at: number): Measured | null {
  if (shownAt(words, at) !== "half") return null
  const length = isArticle(words, at + 1) ? 3 : 2
  const unit = shownAt(words, at + length - 1)
  return isLongUnit(unit) ? { length, idea: measureOf(`0.5${unit}`).idea } : null
}

function quarterOfUnit(words: readonly Part[], at: number): Measured | null {
  if (shownAt(words, at + 1) !== "quarter" || shownAt(words, at + 2) !== "of") return null
  if (!isArticle(words, at) || !isArticle(words, at + 3)) return null
  const unit = shownAt(words, at + 4)
  return isLongUnit(unit) ? { length: 5, idea: measureOf(`0.25${unit}`).idea } : null
}

function wholeAndHalf(words: readonly Part[], at: number): Measured | null {
  const whole = valueAt(words, at)
  if (whole === null || shownAt(words, at + 1) !== "and") return null
  if (!isArticle(words, at + 2) || shownAt(words, at + 3) !== "half") return null
  const unit = shownAt(words, at + 4)
  return isUnit(unit)
    ? { length: 5, idea: measureOf(`${whole + 0.5}${unit}`).idea }
    : { length: 4, idea: String(whole + 0.5) }
}

const OFTEN: Readonly<Record<string, number>> = { twice: 2, thrice: 3 }

/**
 * Reads a frequency as the time between two occurrences: `twice a minute`, `twelve times an hour`. Returns
 * null if there is none.
 */
function frequencyFrom(words: readonly Part[], at: number): Measured | null {
  const often = ownValue(OFTEN, shownAt(words, at))
  const count = often ?? (shownAt(words, at + 1) === "times" ? valueAt(words, at) : null)
  const next = at + (often === undefined ? 2 : 1)
  if (count === null || count === 0 || !/^(?:an?|per|each|every)$/.test(shownAt(words, next))) return null
  const unit = shownAt(words, next + 1)
  if (!isLongUnit(unit)) return null
  return { length: next + 2 - at, idea: measureOf(`${1 / count}${unit}`).idea }
}

const TIMES: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1000,
  million: 1_000_000,
}

/**
 * Reads a number of one or more words with its unit: `30 seconds`, `twenty five`, `five hundred`, `a week`,
 * `one day`. Returns null if there is none.
 */
function amountFrom(words: readonly Part[], at: number): Measured | null {
  if (/^(?:an?|one|per)$/.test(shownAt(words, at))) {
    const unit = unitAt(words, at + 1)
    return unit !== null && isLongUnit(unit) ? { length: 2, idea: measureOf(`1${unit}`).idea } : null
  }
  let value = valueAt(words, at)
  if (value === null) return null
  let next = at + 1
  for (; goesOn(words, next); next += 1) {
    const total: number | null = withNext(value, words, { at, next })
    if (total === null) break
    value = total
  }
  const length = next - at
  const unit = unitAt(words, next)
  if (unit !== null) return { length: length + 1, idea: measureOf(`${value}${unit}`).idea }
  return length > 1 ? { length, idea: String(value) } : null
}

/**
 * Returns the value of a number at `at` with its next word: `five hundred`, `twenty five`. Null if the next word is not part of the
 * number.
 */
function withNext(
  value: number,
  words: readonly Part[],
  { at, next }: { readonly at: number; readonly next: number },
): number | null {
  const times = ownValue(TIMES, shownAt(words, next))
  if (times !== undefined && value < times) return value * times
  const digit = valueAt(words, next)
  const isTens = value % 10 === 0 && value < 100
  if (digit === null || digit >= 10 || !isTens) return null
  return isWritten(words, next) && isWritten(words, at) ? value + digit : null
}

const goesOn = (words: readonly Part[], at: number): boolean => words[at]?.after === ""

/** Returns the unit at `at` that continues the words before it. Null if the word is not such a unit. */
function unitAt(words: readonly Part[], at: number): string | null {
  const word = words[at]
  return word?.kind === "word" && goesOn(words, at) && isUnit(word.shown) ? word.shown : null
}

/** True for a number or word that is written in letters. */
const isWritten = (words: readonly Part[], at: number): boolean => /^\p{L}+$/u.test(shownAt(words, at))
