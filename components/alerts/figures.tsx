import { ownValue } from "@/lib/memory/text/own-value"
import { Fact } from "@/components/proposals/fact"
import { BudgetBar } from "@/components/charts/bar"
import type { AlertKind } from "@/lib/memory/alerts/kinds"

/** As rules name them; a name that is not here is told as it is written. */
const WORDS: Readonly<Record<string, string>> = {
  lines: "Lines",
  budget: "Soft budget",
  limit: "The harness loads",
  limitBytes: "The harness loads bytes",
  limitCharacters: "The harness loads characters",
  perDay: "More lines a day",
  first: "First line that is not loaded",
  last: "Last line",
  lost: "Lines that nobody sees",
  runs: "Runs",
  entries: "Entries",
  logs: "Logs that wait",
  days: "Days",
  sessions: "Sessions",
  proposals: "Proposals in 7 days",
  usual: "Usual in 7 days",
}

/** Where the same name means something else. */
const OF_KIND: Partial<Record<AlertKind, Readonly<Record<string, string>>>> = {
  "filling-up": { limit: "Full at" },
  "cold-agent": { lines: "Lines of its predecessor" },
}

/** The numbers that the alert rests on; lines against their limits as a bar as well. */
export function Figures({ kind, figures }: { kind: AlertKind; figures: Readonly<Record<string, number>> }) {
  const { budget, first, last } = figures
  const limit = first === undefined ? figures.limit : first - 1
  const lines = figures.lines ?? last
  const hasBar = kind !== "cold-agent" && lines !== undefined && (budget !== undefined || limit !== undefined)
  return (
    <Fact title="Figures">
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

/** As they are listed above: the store keeps them in no order. */
function inOrder(figures: Readonly<Record<string, number>>): [string, number][] {
  const names = Object.keys(WORDS)
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.entries(figures).toSorted(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
}

/** "notDated" is "Not dated". */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, " $1").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
