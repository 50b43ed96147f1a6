import { SCOPES } from "../memory-files/scope"
import { DAY_FORMS, readDay } from "./search-day"

/** What a search may be narrowed by, and what its hits are counted by. */
export const FACETS = ["scope", "team", "project", "agent", "category", "type", "format"] as const
export type Facet = (typeof FACETS)[number]

/** stale: dated, and older than entries hold; retired: struck out or superseded; verified: a person vouches for it today. */
export const CONDITIONS = ["stale", "retired", "verified"] as const
export type Condition = (typeof CONDITIONS)[number]

/** What somebody typed into the search box: the words, and filters written among them. */
export interface SearchBox {
  readonly words: string
  /** By facet: values of which an entry has one. */
  readonly only: Readonly<Partial<Record<Facet, readonly string[]>>>
  /** By facet: values of which it has none. */
  readonly without: Readonly<Partial<Record<Facet, readonly string[]>>>
  readonly is: readonly Condition[]
  readonly isNot: readonly Condition[]
  /** ISO days: stated before the one, and on the other or after it. */
  readonly before: string | null
  readonly after: string | null
  /** What could not be read as a filter and was searched as words: for whoever typed it. */
  readonly notes: readonly string[]
  /** The filters as they stand among the words, in their order: what a reader may take away one by one. */
  readonly written: readonly WrittenFilter[]
}

export interface WrittenFilter {
  readonly name: string
  readonly value: string
  readonly not: boolean
  /** As it was typed. */
  readonly typed: string
}

const CLAUSE = /(?<!\S)(-?)([a-z][a-z-]*):("[^"]*"|[^\s"]+)(?!\S)/giu

/**
 * Takes `scope:team`, `-agent:"unit tester"`, `type:decision,pattern`, `before:2026-03` and `is:stale` out of the words; anything else stays a
 * word. Values of one kind are alternatives, kinds narrow one another. `today`: an ISO day.
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
  const words = typed.replaceAll(CLAUSE, (all, minus: string, name: string, raw: string, at: number) => {
    if (quoted.some(([from, to]) => at > from && at < to)) return all
    const not = minus === "-"
    const values = raw.startsWith('"') ? [raw.slice(1, -1).trim()] : raw.split(",")
    const given = values.filter((value) => value !== "")
    if (given.length === 0) return all
    const note = take(read, { name: name.toLowerCase(), values: given, not, today })
    if (note === NO_FILTER) return all
    if (note !== null) {
      read.notes.push(note)
      return all
    }
    for (const value of given) read.written.push({ name: name.toLowerCase(), value, not, typed: all })
    return ""
  })
  return { ...read, words: words.replaceAll(/\s+/g, " ").trim() }
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

/** Null where it was taken for a filter; else what is wrong with it, or nothing to say of it. */
function take(
  read: Reading,
  { name, values, not, today }: { name: string; values: readonly string[]; not: boolean; today: string },
): string | null {
  const facet = FACETS.find((one) => one === name)
  const [first = ""] = values
  if (facet !== undefined) {
    const taken =
      facet === "scope" ? values.map((value) => SCOPES.find((one) => one === value.toLowerCase())) : values
    const wrong = values.find((_, at) => taken[at] === undefined)
    if (wrong !== undefined)
      return `scope:${wrong} is not a scope (${SCOPES.join(", ")}), so it was searched as text`
    const side = not ? read.without : read.only
    side[facet] = [...new Set([...(side[facet] ?? []), ...(taken as string[])])]
    return null
  }
  if (name === "is") {
    const wrong = values.find((value) => !CONDITIONS.some((one) => one === value.toLowerCase()))
    if (wrong !== undefined)
      return `is:${wrong} is not a state (${CONDITIONS.join(", ")}), so it was searched as text`
    for (const value of values) (not ? read.isNot : read.is).push(value.toLowerCase() as Condition)
    return null
  }
  if (name === "before" || name === "after") {
    const day = readDay(first, today)
    if (day === null || values.length > 1)
      return `${name}:${values.join(",")} is not a date (${DAY_FORMS}), so it was searched as text`
    // Not before a day is on it or after it.
    if ((name === "before") !== not)
      read.before = read.before === null || day < read.before ? day : read.before
    else read.after = read.after === null || day > read.after ? day : read.after
    return null
  }
  return /^[/\\:\d]/.test(first)
    ? NO_FILTER
    : `${name}: is not a filter (${[...FACETS, "before", "after", "is"].join(", ")}), so it was searched as text`
}

/** Where phrases stand: a colon inside of one is no filter's. */
function quotedSpans(typed: string): [from: number, to: number][] {
  return Array.from(typed.matchAll(/(?<![^\s"-])"[^"]*(?:"|$)/g), (match) => [
    match.index,
    match.index + match[0].length,
  ])
}

/** The terms of a query as they are to be marked: those that were typed with a star keep it. */
export function termsToMark(terms: readonly string[], typed: string): string[] {
  const starred = new Set(Array.from(typed.toLowerCase().matchAll(/([^\s"*]+)\*/g), (match) => match[1]))
  return terms.map((term) => (starred.has(term) ? `${term}*` : term))
}
