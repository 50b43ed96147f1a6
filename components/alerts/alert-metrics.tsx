import { ownValue } from "@/lib/memory/text/own-value"
import { Fact } from "@/components/queue/item-fact"
import { BudgetBar } from "@/components/charts/budget-bar"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { capitalize } from "@/lib/memory/text/sentence"

/** Labels of figures by the name that rules use. Other names are split into words. */
const WORDS: Readonly<Record<string, string>> = {
  lines: "Lines",
  budget: "Budget",
  limit: "Load limit",
  limitBytes: "Load limit in bytes",
  limitCharacters: "Load limit in characters",
  perDay: "Lines added per day",
  first: "First line not loaded",
  last: "Last line",
  lost: "Lines not loaded",
  runs: "Runs",
  entries: "Entries",
  logs: "Logs to compact",
  days: "Days",
  sessions: "Sessions",
  proposals: "Proposals in the last 7 days",
  usual: "Usual proposals per week",
}

/** Labels that differ for a kind. */
const OF_KIND: Partial<Record<AlertKind, Readonly<Record<string, string>>>> = {
  "filling-up": { limit: "Full at line" },
  "cold-agent": { lines: "Lines in predecessor’s memory" },
}

/** The figures of an alert. Lines against a limit are also shown as a bar. */
export function Figures({ kind, figures }: { kind: AlertKind; figures: Readonly<Record<string, number>> }) {
  const { budget, first, last } = figures
  const limit = first === undefined ? figures.limit : first - 1
  const lines = figures.lines ?? last
  const hasBar = kind !== "cold-agent" && lines !== undefined && (budget !== undefined || limit !== undefined)
  return (
    <Fact title="Metrics">
      {hasBar ? (
        <BudgetBar lines={lines} budget={budget ?? null} limit={limit ?? null} className="mb-2.5 w-full" />
      ) : null}
      <dl className="grid gap-0.5 tabular-nums">
        {inOrder(figures).map(([name, value]) => (
          <div key={name} className="flex gap-2.5">
            <dt className="min-w-0 flex-1">
              {ownValue(OF_KIND[kind], name) ?? ownValue(WORDS, name) ?? wordsOf(name)}
            </dt>
            <dd className="text-ink">{value.toLocaleString("en", { maximumFractionDigits: 1 })}</dd>
          </div>
        ))}
      </dl>
    </Fact>
  )
}

/** Returns the figures in the order of the labels. The database keeps no order. */
function inOrder(figures: Readonly<Record<string, number>>): [string, number][] {
  const names = Object.keys(WORDS)
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.entries(figures).toSorted(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
}

/** Returns words for a name: "notDated" becomes "Not dated". */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, " $1").toLowerCase()
  return capitalize(words)
}
