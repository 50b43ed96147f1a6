import { changedQuery } from "@/components/data/update-query"

/** What a search can be narrowed by in the address, with how it is called. */
export const FILTERS = {
  project: "Project",
  scope: "Scope",
  agent: "Agent",
  category: "Category",
  type: "Type",
  format: "Format",
  is: "State",
  before: "Stated before",
  after: "Stated since",
} as const
export type FilterName = keyof typeof FILTERS

/** A filter that is set, wherever it is written. */
export interface SetFilter {
  name: string
  value: string
  not: boolean
  /** The search without it. */
  without: string
}

/** A filter written among the words, as `readSearchBox` tells of it. */
interface Written {
  readonly name: string
  readonly value: string
  readonly not: boolean
  readonly typed: string
}

/** Filters of the address, then those among the words. */
export function setFilters(query: URLSearchParams, written: readonly Written[]): SetFilter[] {
  const words = query.get("q") ?? ""
  return [
    ...(Object.keys(FILTERS) as FilterName[]).flatMap((name) =>
      query.get(name)
        ? [{ name, value: query.get(name) as string, not: false, without: narrowed(query, { [name]: null }) }]
        : [],
    ),
    ...written.map(({ name, value, not, typed }) => ({
      name,
      value,
      not,
      without: narrowed(query, { q: words.replace(typed, " ").replaceAll(/\s+/g, " ").trim() }),
    })),
  ]
}

/** The same search with other filters, from its first hit. */
export function narrowed(query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  return changedQuery(query, { ...changes, n: null, exact: null })
}

/** Without any filter, the words kept. */
export function unfiltered(query: URLSearchParams, words: string): string {
  return narrowed(query, {
    ...Object.fromEntries(Object.keys(FILTERS).map((name) => [name, null])),
    q: words,
  })
}
