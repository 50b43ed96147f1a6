import { SCOPES } from "../memory-files/format"
import { isInDateRange } from "../memory-files/entry-dates"

/** Fields to filter a search by. Hits are counted by the same fields. */
export const FACETS = ["scope", "team", "project", "agent", "category", "type", "format"] as const
export type Facet = (typeof FACETS)[number]

/** States to filter a search by. `stale`: dated and past its age limit. `verified`: the verification has not expired. */
export const CONDITIONS = ["stale", "retired", "verified"] as const
export type Condition = (typeof CONDITIONS)[number]

/** The text of the search box, split into words and filters. */
export interface SearchBox {
  readonly words: string
  /** Values by field; an entry has one of them. */
  readonly only: Readonly<Partial<Record<Facet, readonly string[]>>>
  /** Values by field; an entry has none of them. */
  readonly without: Readonly<Partial<Record<Facet, readonly string[]>>>
  readonly is: readonly Condition[]
  readonly isNot: readonly Condition[]
  /** ISO date; hits are older. Null: no limit. */
  readonly before: string | null
  /** ISO date; hits are from this day or later. Null: no limit. */
  readonly after: string | null
  /** Invalid filters that were searched as text, for display. */
  readonly notes: readonly string[]
  /** Filters in the order they were typed, so that they can be removed one by one. */
  readonly written: readonly WrittenFilter[]
}

export interface WrittenFilter {
  readonly name: string
  readonly value: string
  readonly not: boolean
  /** Filter as typed. */
  readonly typed: string
}

const CLAUSE = /(?<!\S)(-?)([a-z][a-z-]*):("[^"]*"|[^\s"]+)(?!\S)/giu

/**
 * Parses the text of the search box. Filters are `scope:team`, `-agent:"unit tester"`, `type:decision,pattern`, `before:2026-03` and
 * `is:stale`; anything else is a word. Values of one field are alternatives; all fields must match. `today`: ISO date.
 */
export function readSearchBox(typed: string, today: string): SearchBox {
  const read: Reading = {
    only: {},
    without: {},
    is: [],
    isNot: [],
    before: null,
    after: null,
    notes: [],
    written: [],
  }
  const quoted = quotedSpans(typed)
  let words = ""
  let end = 0
  for (const match of typed.matchAll(CLAUSE)) {
    const filter = readFilter(match)
    const isQuoted = quoted.some(([from, to]) => match.index > from && match.index < to)
    if (isQuoted || filter.values.length === 0) continue
    const note = applyFilter(read, filter, today)
    if (note !== null) {
      if (note !== NO_FILTER) read.notes.push(note)
      continue
    }
    words += typed.slice(end, match.index)
    end = match.index + match[0].length
    const { name, not, values } = filter
    for (const value of values) read.written.push({ name, value, not, typed: match[0] })
  }
  words += typed.slice(end)
  return { ...read, words: words.replaceAll(/\s+/g, " ").trim() }
}

interface TypedFilter {
  readonly name: string
  readonly values: readonly string[]
  readonly not: boolean
}

function readFilter([, minus, name = "", raw = ""]: RegExpExecArray): TypedFilter {
  const values = raw.startsWith('"') ? [raw.slice(1, -1).trim()] : raw.split(",")
  return {
    name: name.toLowerCase(),
    values: values.filter((value) => value !== ""),
    not: minus === "-",
  }
}

interface Reading {
  only: Partial<Record<Facet, string[]>>
  without: Partial<Record<Facet, string[]>>
  is: Condition[]
  isNot: Condition[]
  before: string | null
  after: string | null
  notes: string[]
  written: WrittenFilter[]
}

const NO_FILTER = ""

/** Adds a filter. Returns null, or why it is invalid; `NO_FILTER` if it is probably not meant as a filter. */
function applyFilter(read: Reading, filter: TypedFilter, today: string): string | null {
  const { name, values } = filter
  const facet = FACETS.find((one) => one === name)
  if (facet !== undefined) return applyFacet(read, facet, filter)
  if (name === "is") return applyCondition(read, filter)
  if (name === "before" || name === "after") return applyDay(read, filter, today)
  return /^[/\\:\d]/.test(values[0] ?? "")
    ? NO_FILTER
    : `${name}: is not a filter (${[...FACETS, "before", "after", "is"].join(", ")}), so it was searched as text`
}

function applyFacet(read: Reading, facet: Facet, { values, not }: TypedFilter): string | null {
  const known =
    facet === "scope" ? values.map((value) => SCOPES.find((one) => one === value.toLowerCase())) : values
  const wrong = values.find((_, at) => known[at] === undefined)
  if (wrong !== undefined)
    return `scope:${wrong} is not a scope (${SCOPES.join(", ")}), so it was searched as text`
  const side = not ? read.without : read.only
  side[facet] = [...new Set([...(side[facet] ?? []), ...(known as string[])])]
  return null
}

function applyCondition(read: Reading, { values, not }: TypedFilter): string | null {
  const wrong = values.find((value) => !CONDITIONS.some((one) => one === value.toLowerCase()))
  if (wrong !== undefined)
    return `is:${wrong} is not a state (${CONDITIONS.join(", ")}), so it was searched as text`
  for (const value of values) (not ? read.isNot : read.is).push(value.toLowerCase() as Condition)
  return null
}

function applyDay(read: Reading, { name, values, not }: TypedFilter, today: string): string | null {
  const day = readDay(values[0] ?? "", today)
  if (day === null || values.length > 1)
    return `${name}:${values.join(",")} is not a date (${DAY_FORMS}), so it was searched as text`
  // "Not before" a day means that day or later.
  const isBefore = (name === "before") !== not
  if (isBefore) read.before = read.before === null || day < read.before ? day : read.before
  else read.after = read.after === null || day > read.after ? day : read.after
  return null
}

/** Returns the ranges of phrases. A colon in a phrase is not part of a filter. */
function quotedSpans(typed: string): [from: number, to: number][] {
  return Array.from(typed.matchAll(/(?<![^\s"-])"[^"]*(?:"|$)/g), (match) => [
    match.index,
    match.index + match[0].length,
  ])
}

/** Returns the terms of a query for `markTerms`. Terms that were typed with a star keep it. */
export function termsToMark(terms: readonly string[], typed: string): string[] {
  const starred = new Set(Array.from(typed.toLowerCase().matchAll(/([^\s"*]+)\*/g), (match) => match[1]))
  return terms.map((term) => (starred.has(term) ? `${term}*` : term))
}

/** Valid values of `before:` and `after:`, for display. */
const DAY_FORMS = "2026-03-14, 2026-03, 2026, today, yesterday, 30d, 2w, 6m or 1y"

/** Returns the ISO date for a typed day: the first day of a month or year, `30d`, `2w`, `6m` and `1y` ago. Null if invalid. */
export function readDay(typed: string, today: string): string | null {
  const text = typed.trim().toLowerCase()
  if (text === "today") return today
  if (text === "yesterday") return shifted(today, { days: 1 })
  const [, number, unit] = /^(\d{1,4})([dwmy])$/.exec(text) ?? []
  return unit === undefined ? readDate(text) : shifted(today, lengthOf(Number(number), unit))
}

function lengthOf(number: number, unit: string): { days?: number; months?: number } {
  switch (unit) {
    case "d":
      return { days: number }
    case "w":
      return { days: number * 7 }
    case "m":
      return { months: number }
    default:
      return { months: number * 12 }
  }
}

function readDate(text: string): string | null {
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:t.*)?)?)?$/.exec(text) ?? []
  if (year === undefined) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || !isInDateRange(isoDay(date)) || date.getUTCDate() !== Number(day)
    ? null
    : isoDay(date)
}

/** Returns a date some days or months ago; in a shorter month, its last day. Null if out of range. */
function shifted(today: string, { days = 0, months = 0 }: { days?: number; months?: number }): string | null {
  const date = new Date(`${today}T00:00:00Z`)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  date.setUTCDate(
    Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()) - days,
  )
  return Number.isNaN(date.getTime()) || !isInDateRange(isoDay(date)) ? null : isoDay(date)
}

/** Returns the ISO date, with four digits for years before 1000 too. */
const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
