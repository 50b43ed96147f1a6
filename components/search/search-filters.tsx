import { X, SlidersHorizontal } from "lucide-react"
import { changedQuery } from "@/components/data/url-query"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { buttonLook } from "@/components/ui/button-look"
import { SheetEnd } from "./search-controls"

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
type FilterName = keyof typeof SEARCH_FILTERS

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
function searchHref(query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  return changedQuery(query, { ...changes, n: null, exact: null })
}

/** Returns the URL of the search for these words without any filter. */
export function unfilteredHref(query: URLSearchParams, words: string): string {
  return searchHref(query, {
    ...Object.fromEntries(Object.keys(SEARCH_FILTERS).map((name) => [name, null])),
    q: words,
  })
}

/** The active filters. A click on one removes it. */
export function FilterChips({ filters }: { filters: readonly SetFilter[] }) {
  if (filters.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-1.5">
      {filters.map(({ name, value, not, without }) => (
        <li key={`${name} ${value} ${not}`} className="max-w-full">
          <Link
            href={without}
            scroll={false}
            title="Remove filter"
            className="inline-flex h-6 max-w-full items-center gap-1 rounded-full bg-accent-wash pr-1.5 pl-2.5 text-sm text-accent hover:shadow-hairline"
          >
            <span className="truncate">
              {not ? "not " : ""}
              {name}:{" "}
              <b>
                <VisibleText text={value} />
              </b>
            </span>
            <X className="size-3 shrink-0" aria-hidden />
            <span className="sr-only">, remove filter</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A filter value and the number of matches that have it. */
export interface FacetCount {
  value: string
  count: number
}

interface FacetsProps {
  query: URLSearchParams
  counts: Readonly<Partial<Record<FilterName, readonly FacetCount[]>>>
  /** Number of matches. */
  total: number
  /** True if counting stopped before all matches were counted. */
  more: boolean
}

const SHOWN = 6
const COUNTED: readonly FilterName[] = ["scope", "project", "category", "agent", "type", "format"]

/** Filters that have no counts. */
const OTHERS: readonly {
  name: FilterName
  title: string
  values: readonly (readonly [value: string, label: string])[]
}[] = [
  {
    name: "is",
    title: "State",
    values: [
      ["verified", "verified"],
      ["stale", "stale"],
      ["retired", "retired"],
    ],
  },
  {
    name: "after",
    title: "Dated",
    values: [
      ["30d", "in the last 30 days"],
      ["6m", "in the last 6 months"],
      ["1y", "in the last year"],
    ],
  },
  {
    name: "before",
    title: "Dated before",
    values: [
      ["6m", "6 months ago"],
      ["1y", "a year ago"],
    ],
  },
]

/** Filters beside the results. On a narrow screen a button opens them as a sheet, with or without script. */
export function Facets({ query, counts, total, more }: FacetsProps) {
  const ofAgents = (counts.agent ?? []).reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <SheetEnd sheet={SHEET} of={query.toString()} />
      <button
        type="button"
        popoverTarget={SHEET}
        className={`${buttonLook("default", "md")} self-start lg:hidden`}
      >
        <SlidersHorizontal className="icon" aria-hidden /> Filters
      </button>
      <div
        id={SHEET}
        popover="auto"
        className="inset-x-0 top-auto bottom-0 m-0 max-h-3/4 w-full max-w-none overflow-y-auto rounded-t-lg border border-line bg-surface p-4 text-ink shadow-float backdrop:bg-veil lg:static lg:block lg:max-h-none lg:w-56 lg:shrink-0 lg:overflow-visible lg:rounded-none lg:border-0 lg:bg-ground lg:p-0 lg:pt-1 lg:shadow-none"
      >
        <div className="mb-3 flex items-center justify-between lg:hidden">
          <span className="font-medium">Filters</span>
          <button
            type="button"
            popoverTarget={SHEET}
            popoverTargetAction="hide"
            aria-label="Close"
            className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-raised hover:text-ink"
          >
            <X className="icon" aria-hidden />
          </button>
        </div>
        <nav
          aria-label="Filter results"
          className="grid content-start gap-4 max-sm:grid-cols-1 max-lg:grid-cols-2"
        >
          {COUNTED.map((name) => (
            <Facet
              key={name}
              query={query}
              name={name}
              title={SEARCH_FILTERS[name]}
              values={(counts[name] ?? []).map(({ value, count }) => ({ value, label: value, count }))}
              others={name === "agent" ? total - ofAgents : 0}
            />
          ))}
          {OTHERS.map(({ name, title, values }) => (
            <Facet
              key={name}
              query={query}
              name={name}
              title={title}
              values={values.map(([value, label]) => ({ value, label }))}
            />
          ))}
        </nav>
        {more ? <p className="mt-4 text-sm text-ink-3">Counts include only the top 1,000 matches.</p> : null}
      </div>
    </>
  )
}

const SHEET = "narrow-down"

interface FacetProps {
  query: URLSearchParams
  name: FilterName
  title: string
  values: readonly { value: string; label: string; count?: number }[]
  /** Number of matches without one of the values: in shared memory, or of agents that are not listed. */
  others?: number
}

/** A filter with its values. Renders nothing if there is only one value to choose from and it is not set. */
function Facet({ query, name, title, values, others = 0 }: FacetProps) {
  const set = query.get(name)
  const all =
    set !== null && !values.some((one) => one.value === set)
      ? [{ value: set, label: set }, ...values]
      : values
  if (all.length < 2 && set === null) return null
  const [first, rest] = [all.slice(0, SHOWN), all.slice(SHOWN)]
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-sm text-ink-3">{title}</h2>
      <Values query={query} name={name} values={first} />
      {rest.length > 0 ? (
        <details>
          <summary className="px-2 py-0.5 text-sm text-ink-3 hover:text-ink">{rest.length} more</summary>
          <Values query={query} name={name} values={rest} />
        </details>
      ) : null}
      {others > 0 ? (
        <p className="px-2 py-0.5 text-sm text-ink-3">{others.toLocaleString("en")} in other memory</p>
      ) : null}
    </section>
  )
}

function Values({ query, name, values }: Omit<FacetProps, "title" | "others">) {
  return (
    <ul>
      {values.map(({ value, label, count }) => {
        const current = query.get(name) === value
        return (
          <li key={value}>
            <Link
              href={searchHref(query, { [name]: current ? null : value })}
              scroll={false}
              aria-current={current ? "true" : undefined}
              className="flex items-baseline gap-2 rounded-md px-2 py-0.75 text-ink-2 hover:bg-raised hover:text-ink current:bg-accent-wash current:font-medium current:text-accent"
            >
              <span className="min-w-0 flex-1 truncate" title={label}>
                <VisibleText text={label} />
              </span>
              {count === undefined ? null : (
                <span className="text-sm text-ink-3 tabular-nums">{count.toLocaleString("en")}</span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
