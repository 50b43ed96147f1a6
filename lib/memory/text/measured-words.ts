import { ownValue } from "./own-value"
import { clockOf, isUnit, measureOf } from "./measures"

/** A word, or a number that was read already, as far as it may be part of a measure. */
interface Part {
  readonly shown: string
  readonly idea: string
  readonly kind: "word" | "number" | "pair"
  /** What parts it from the word before; nothing within a measure. */
  readonly after: string
}

/** A measure that is written in several words: how many they are, and what it is. */
export interface Measured {
  readonly length: number
  readonly idea: string
}

/** Reads `30 seconds`, `half an hour`, `two and a half days`, `five hundred`, `3 pm`, `half past ten`, `four in the morning`. */
export function measuredFrom(words: readonly Part[], at: number): Measured | null {
  return clockFrom(words, at) ?? fractionFrom(words, at) ?? amountFrom(words, at)
}

const shownAt = (words: readonly Part[], at: number): string => words[at]?.shown ?? ""

/** The value of a plain number, or null. */
function valueAt(words: readonly Part[], at: number): number | null {
  const word = words[at]
  return word?.kind === "number" && /^\d+(?:\.\d+)?$/.test(word.idea) ? Number(word.idea) : null
}

/** Longer units alone stand behind `a` and `one`: `a s` is none. */
const isLongUnit = (word: string): boolean => isUnit(word) && word.length > 2

const DAYTIME: Readonly<Record<string, "am" | "pm">> = {
  morning: "am",
  night: "am",
  afternoon: "pm",
  evening: "pm",
}

function clockFrom(words: readonly Part[], at: number): Measured | null {
  if (shownAt(words, at) === "half" && shownAt(words, at + 1) === "past") {
    const hour = valueAt(words, at + 2)
    const late = daytimeAt(words, at + 3)
    const idea = hour === null ? null : clockOf(`${hour}:30${late ?? ""}`)
    return idea === null ? null : { length: late === null ? 3 : 6, idea }
  }
  const hour = valueAt(words, at)
  if (hour === null || hour > 24 || !Number.isInteger(hour)) return null
  const next = shownAt(words, at + 1)
  if (next === "am" || next === "pm") return clock(hour, next, 2)
  if (next === "uhr") return clock(hour, "", 2)
  const half = daytimeAt(words, at + 1)
  if (half !== null) return clock(hour, half, 4)
  return next === "at" && shownAt(words, at + 2) === "night" && hour < 6 ? clock(hour, "am", 3) : null
}

/** `in the morning` and the like. */
function daytimeAt(words: readonly Part[], at: number): "am" | "pm" | null {
  if (shownAt(words, at) !== "in" || shownAt(words, at + 1) !== "the") return null
  return ownValue(DAYTIME, shownAt(words, at + 2)) ?? null
}

function clock(hour: number, half: string, length: number): Measured | null {
  const idea = half === "" ? clockOf(`${hour}:00`) : clockOf(`${hour}${half}`)
  return idea === null ? null : { length, idea }
}

/** `half an hour`, `a quarter of a megabyte`, `two and a half days`. */
function fractionFrom(words: readonly Part[], at: number): Measured | null {
  const isArticle = (place: number) => /^an?$/.test(shownAt(words, place))
  if (shownAt(words, at) === "half" && isArticle(at + 1) && isLongUnit(shownAt(words, at + 2)))
    return { length: 3, idea: measureOf(`0.5${shownAt(words, at + 2)}`).idea }
  if (
    isArticle(at) &&
    shownAt(words, at + 1) === "quarter" &&
    shownAt(words, at + 2) === "of" &&
    isArticle(at + 3) &&
    isLongUnit(shownAt(words, at + 4))
  )
    return { length: 5, idea: measureOf(`0.25${shownAt(words, at + 4)}`).idea }
  const whole = valueAt(words, at)
  if (whole === null || shownAt(words, at + 1) !== "and") return null
  if (!isArticle(at + 2) || shownAt(words, at + 3) !== "half") return null
  const unit = shownAt(words, at + 4)
  return isUnit(unit)
    ? { length: 5, idea: measureOf(`${whole + 0.5}${unit}`).idea }
    : { length: 4, idea: String(whole + 0.5) }
}

const TIMES: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1000,
  million: 1_000_000,
}

/** A number of one or more words with its unit: `30 seconds`, `twenty five`, `five hundred`, `a week`, `one day`. */
function amountFrom(words: readonly Part[], at: number): Measured | null {
  const goesOn = (place: number) => words[place]?.after === ""
  if (/^(?:an?|one|per)$/.test(shownAt(words, at)))
    return words[at + 1]?.kind === "word" && goesOn(at + 1) && isLongUnit(shownAt(words, at + 1))
      ? { length: 2, idea: measureOf(`1${shownAt(words, at + 1)}`).idea }
      : null
  let value = valueAt(words, at)
  if (value === null) return null
  let length = 1
  for (let next = at + 1; goesOn(next); next += 1) {
    const more = valueAt(words, next)
    const times = ownValue(TIMES, shownAt(words, next))
    if (times !== undefined && value < times) value *= times
    else if (
      isWritten(words, next) &&
      isWritten(words, at) &&
      value % 10 === 0 &&
      value < 100 &&
      (more ?? 10) < 10
    )
      value += more ?? 0
    else break
    length += 1
  }
  const unit = words[at + length]
  if (unit?.kind === "word" && goesOn(at + length) && isUnit(unit.shown))
    return { length: length + 1, idea: measureOf(`${value}${unit.shown}`).idea }
  return length > 1 ? { length, idea: String(value) } : null
}

/** Written in letters. */
const isWritten = (words: readonly Part[], at: number): boolean => /^\p{L}+$/u.test(shownAt(words, at))
