import { changedQuery } from "@/components/data/update-query"

/** Search filters by query parameter, with their labels. */
export const SEARCH_FILTERS = {
  project: "Project",
  scope: "Scope",
  agent: "Agent",
  category: "Category",
  type: "Type",
  format: "Format",
  is: "State",
  before: "Dated before",
  after: "Dated after",
} as const
export type FilterName = keyof typeof SEARCH_FILTERS

/** An active filter, from the URL or typed in the search box. */
export interface SetFilter {
  name: string
  value: string
  not: boolean
  /** URL of the search without this filter. */
  without: string
}

/** A filter typed in the search box, as `readSearchBox` returns it. */
interface Written {
  readonly name: string
  readonly value: string
  readonly not: boolean
  readonly typed: string
}

/** Returns the active filters: first those in the URL, then those typed in the search box. */
export function setFilters(query: URLSearchParams, written: readonly Written[]): SetFilter[] {
  const words = query.get("q") ?? ""
  return [
    ...(Object.keys(SEARCH_FILTERS) as FilterName[]).flatMap((name) =>
      query.get(name)
        ? [
            {
              name,
              value: query.get(name) as string,
              not: false,
              without: searchHref(query, { [name]: null }),
            },
          ]
        : [],
    ),
    ...written.map(({ name, value, not, typed }) => ({
      name,
      value,
      not,
      without: searchHref(query, { q: words.replace(typed, " ").replaceAll(/\s+/g, " ").trim() }),
    })),
  ]
}

/** Returns the URL of the search with these filters changed, starting at the first result. */
export function searchHref(query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  return changedQuery(query, { ...changes, n: null, exact: null })
}

/** Returns the URL of the search for these words without any filter. */
export function unfilteredHref(query: URLSearchParams, words: string): string {
  return searchHref(query, {
    ...Object.fromEntries(Object.keys(SEARCH_FILTERS).map((name) => [name, null])),
    q: words,
  })
}
