import { isInDateRange } from "@/lib/memory/memory-files/entry-dates"
import { nearest } from "@/lib/memory/text/names"

/**
 * Accepted values of an option or argument. `problem` returns why a value is not accepted, or null. `values`:
 * all accepted values, if they are a fixed list. `place`: kind of names that completion offers, from the
 * server or the file system.
 */
export interface OptionValue<Word extends string = string> {
  readonly values?: readonly Word[]
  /** True if several values can be given, separated by commas. */
  readonly several?: true
  readonly place?: "file" | "directory" | "project" | "agent" | "team"
  problem(text: string): string | null
}

const anything = () => null

/** Returns an option value that must be one of the words. */
export function oneOf<const Word extends string>(values: readonly Word[]): OptionValue<Word> {
  return {
    values,
    problem(text) {
      if (values.some((one) => one === text)) return null
      const meant = nearest(text, values)
      return `expected ${values.length > 1 ? "one of " : ""}${values.join(", ")}${meant === null ? "" : `. Did you mean ${meant}?`}`
    },
  }
}

/** Returns a text that `oneOf` accepted with the type of its words. Undefined for any other text. */
export const acceptedValue = <Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined => values.find((one) => one === text)

/** Returns an option value that must be one or more of the words, separated by commas. */
export function someOf(values: readonly string[]): OptionValue {
  const one = oneOf(values)
  return {
    values,
    several: true,
    problem: (text) =>
      text
        .split(",")
        .map((part) => one.problem(part.trim()))
        .find((problem) => problem !== null) ?? null,
  }
}

export function wholeNumber(least: number, most: number): OptionValue {
  const fits = (text: string) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most
  return { problem: (text) => (fits(text) ? null : `expected a whole number from ${least} to ${most}`) }
}

/** A number from 0 to 1, such as a confidence. */
export const SHARE: OptionValue = {
  problem: (text) =>
    /^(?:\d+\.?\d*|\.\d+)$/.test(text) && Number(text) <= 1 ? null : "expected a number from 0 to 1",
}

/** A day, or an instant with a time zone. */
export const DAY: OptionValue = {
  problem: (text) => (isDay(text) ? null : "expected a date (2026-11-21) or a time (2026-11-21T08:30:00Z)"),
}

/** A duration (30d, 12h), or a day. */
export const TERM: OptionValue = {
  problem: (text) =>
    /^[1-9]\d{0,4}[dh]$/.test(text) || isDay(text)
      ? null
      : "expected a number of days or hours (30d, 12h) or a date (2026-12-31)",
}

const UNITS = { d: 86_400_000, h: 3_600_000 }

/** Returns the end of a term that `TERM` accepted. A day ends at midnight UTC. */
export function endOfTerm(term: string, now: Date): Date {
  const [, number, unit] = /^(\d+)([dh])$/.exec(term) ?? []
  if (unit === "d" || unit === "h") return new Date(now.getTime() + Number(number) * UNITS[unit])
  return new Date(term.includes("T") ? term : Date.parse(`${term}T00:00:00Z`) + UNITS.d)
}

export const FILE: OptionValue = { place: "file", problem: anything }
export const DIRECTORY: OptionValue = { place: "directory", problem: anything }
export const PROJECT: OptionValue = { place: "project", problem: anything }
export const AGENT: OptionValue = { place: "agent", problem: anything }
export const TEAM: OptionValue = { place: "team", problem: anything }

/** True for a valid calendar day, alone or with a time and time zone. */
function isDay(text: string): boolean {
  const day = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(
    text,
  )?.[1]
  return (
    day !== undefined &&
    isInDateRange(day) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  )
}
