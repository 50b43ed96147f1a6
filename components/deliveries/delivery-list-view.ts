import { groupBy } from "@/lib/memory/text/group"
import {
  compareByUrgency,
  RECEIPT_STANDINGS,
  type ReceiptStanding,
  overallReceiptStanding,
} from "@/lib/memory/deliveries/delivery-status"
import { type Load, type Loader, loaderKey, UNNAMED } from "./delivery-types"

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

export function harnessesIn(loaders: readonly Loader[]): (string | null)[] {
  const latest = new Map<string | null, string>()
  for (const { harness, at } of loaders.flatMap((one) => one.loads))
    if ((at ?? "") > (latest.get(harness) ?? "")) latest.set(harness, at ?? "")
  return [...latest].toSorted(([, a], [, b]) => b.localeCompare(a)).map(([harness]) => harness)
}
