"use client"

import { formatCount } from "@/lib/memory/text/sentence"
import { Select } from "@/components/ui/field"
import { useQuery } from "@/components/data/use-query"
import {
  RECEIPT_STANDINGS,
  type ReceiptStanding,
  compareByUrgency,
  overallReceiptStanding,
} from "@/lib/memory/deliveries/delivery-status"
import { groupBy } from "@/lib/memory/text/aggregates"
import { harnessWords, type Loader, UNNAMED, DeliveryStateMark, type Load, loaderKey } from "./delivery"

interface ReceiptFiltersProps {
  loaders: readonly Loader[]
  /** Number of listed agents. `of`: number of all agents in the project and harness. */
  shown: number
  of: number
  /** Number of agents in the project and harness that have no memory files. */
  strangers: number
}

/** The filters by project and harness. */
export function ReceiptFilters({ loaders, shown, of, strangers }: ReceiptFiltersProps) {
  const [query, change] = useQuery()
  const projects = [...new Map(loaders.map(({ project }) => [project.slug, project.name]))].toSorted(
    ([, a], [, b]) => a.localeCompare(b),
  )
  const harnesses = harnessesIn(loaders)
  return (
    <search>
      <form className="mb-2.5 flex flex-wrap items-center gap-2" onSubmit={(event) => event.preventDefault()}>
        {projects.length > 1 || query.get("project") ? (
          <Select
            name="project"
            aria-label="Project"
            value={query.get("project") ?? ""}
            onChange={(event) => change({ project: event.target.value, open: null })}
            className="max-w-40 sm:max-w-44 text-ink-2"
          >
            <option value="">All projects</option>
            {projects.map(([slug, name]) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        ) : null}
        <Select
          name="harness"
          aria-label="Harness"
          value={query.get("harness") ?? ""}
          onChange={(event) => change({ harness: event.target.value })}
          className="max-w-40 sm:max-w-44 text-ink-2"
        >
          <option value="">All harnesses</option>
          {harnesses.map((harness) => (
            <option key={harness ?? ""} value={harness ?? UNNAMED}>
              {harnessWords(harness)}
            </option>
          ))}
        </Select>
        <output className="ml-auto text-sm text-ink-3 tabular-nums">
          {shown === of ? formatCount(shown, "agent") : `${shown} of ${formatCount(of, "agent")}`}
          {strangers > 0 ? `, ${strangers.toLocaleString("en")} without memory files` : ""}
        </output>
      </form>
    </search>
  )
}

const MEANINGS: Record<ReceiptStanding, string> = {
  never: "memory never loaded",
  old: "memory changed since delivery",
  current: "latest memory loaded",
  "opted-out": "no memory sent",
}

interface StandingCountsProps {
  standings: readonly LoaderState[]
  state: ReceiptStanding | null
  hrefFor: (state: ReceiptStanding | null) => string
  onChoose: (state: ReceiptStanding | null) => void
}

/** The number of agents by delivery state. Each figure toggles a filter. */
export function DeliveryStateCounts({ standings, state, hrefFor, onChoose }: StandingCountsProps) {
  return (
    <nav
      aria-label="Delivery state"
      className="mb-3.5 flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line"
    >
      {RECEIPT_STANDINGS.map((one) => {
        const next = state === one ? null : one
        return (
          <a
            key={one}
            href={hrefFor(next)}
            aria-current={state === one ? "true" : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onChoose(next)
            }}
            className="grid min-w-36 flex-1 bg-surface px-3.5 py-2.75 -outline-offset-2 hover:bg-raised current:bg-accent-wash"
          >
            <span className="text-sm">
              <DeliveryStateMark standing={one} />
            </span>
            <span className="flex flex-wrap items-baseline gap-x-1.5">
              <span className="text-xl font-semibold tracking-tight tabular-nums">
                {standings.filter(({ standing }) => standing === one).length.toLocaleString("en")}
              </span>
              <span className="text-sm text-ink-3">{MEANINGS[one]}</span>
            </span>
          </a>
        )
      })}
    </nav>
  )
}

/**
 * The settings of the list from the URL: `?project=ledger&harness=codex&state=old&open=ledger/unit-tester`.
 */
export interface ReceiptsView {
  /** Slug or name of the project; "" for all. */
  readonly project: string
  /** Name of the harness. Undefined: all; null: unnamed harnesses. */
  readonly harness: string | null | undefined
  readonly state: ReceiptStanding | null
  /** Agent whose deliveries are open, as "project/agent"; null: none. */
  readonly open: string | null
}

export function readReceiptsView(query: { get(name: string): string | null }): ReceiptsView {
  return {
    project: query.get("project") ?? "",
    harness: readHarness(query.get("harness")),
    state: RECEIPT_STANDINGS.find((one) => one === query.get("state")) ?? null,
    open: query.get("open"),
  }
}

/** Returns the harness of a URL value. Undefined: any harness. Null: deliveries without a harness name. */
function readHarness(harness: string | null): string | null | undefined {
  if (!harness) return undefined
  return harness === UNNAMED ? null : harness
}

/** An agent in the list, with its state in all harnesses or in the selected one. */
export interface LoaderState {
  readonly loader: Loader
  readonly standing: ReceiptStanding
  readonly at: string | null
  readonly loads: readonly Load[]
}

/** Returns the agents of the selected project and harness, those that need action first. */
export function listLoaderStates(
  loaders: readonly Loader[],
  { project, harness }: Pick<ReceiptsView, "project" | "harness">,
): LoaderState[] {
  return loaders
    .filter((one) => project === "" || one.project.slug === project || one.project.name === project)
    .flatMap((loader) => {
      const loads =
        harness === undefined ? loader.loads : loader.loads.filter((one) => one.harness === harness)
      if (!loader.known && loads.length === 0) return []
      const at =
        loads
          .map((one) => one.at ?? "")
          .toSorted()
          .at(-1) ?? null
      return [
        { loader, standing: overallReceiptStanding(loader.optedOut, loads), at, loads, name: loader.agent },
      ]
    })
    .toSorted(compareByUrgency)
}

export type ReceiptLine =
  | {
      readonly kind: "group"
      readonly key: string
      readonly label: string
      readonly note: string
      readonly agents: number
    }
  | { readonly kind: "agent"; readonly key: string; readonly standing: LoaderState }
  | { readonly kind: "detail"; readonly key: string; readonly standing: LoaderState }

/**
 * Returns the rows of the table, by category or project. Groups that need action come first, unknown agents
 * last.
 */
export function listReceiptLines(
  standings: readonly LoaderState[],
  { state, open }: Pick<ReceiptsView, "state" | "open">,
): ReceiptLine[] {
  const shown = state === null ? standings : standings.filter((one) => one.standing === state)
  const groups = [...groupBy(shown, ({ loader }) => groupOf(loader))]
  return groups
    .toSorted(([a], [b]) => Number(a === "unknown") - Number(b === "unknown"))
    .flatMap(([group, members]): ReceiptLine[] => [
      { kind: "group", key: group, ...headingOf(members[0] as LoaderState), agents: members.length },
      ...members.flatMap((standing): ReceiptLine[] => {
        const key = loaderKey(standing.loader)
        return [
          { kind: "agent", key, standing },
          ...(key === open ? [{ kind: "detail" as const, key: `detail:${key}`, standing }] : []),
        ]
      }),
    ])
}

function groupOf({ known, category, project }: Loader): string {
  if (!known) return "unknown"
  return category ? `category:${category.slug}` : `project:${project.slug}`
}

function headingOf({ loader: { known, category, project } }: LoaderState): {
  label: string
  note: string
} {
  if (!known) return { label: "Not in the fleet", note: "known from deliveries only" }
  return category ? { label: category.name, note: "" } : { label: project.name, note: "no category" }
}

/** The maximum number of harness columns. */
const MOST_COLUMNS = 4

/**
 * Returns the columns: the selected harness, or the harnesses with deliveries, most recent first, at most
 * `MOST_COLUMNS`.
 */
export function harnessColumns(
  standings: readonly LoaderState[],
  harness: string | null | undefined,
): (string | null)[] {
  return harness === undefined
    ? harnessesIn(standings.map((one) => one.loader)).slice(0, MOST_COLUMNS)
    : [harness]
}

function harnessesIn(loaders: readonly Loader[]): (string | null)[] {
  const latest = new Map<string | null, string>()
  for (const { harness, at } of loaders.flatMap((one) => one.loads))
    if ((at ?? "") > (latest.get(harness) ?? "")) latest.set(harness, at ?? "")
  return [...latest].toSorted(([, a], [, b]) => b.localeCompare(a)).map(([harness]) => harness)
}
