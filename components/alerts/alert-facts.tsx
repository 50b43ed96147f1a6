import { Instant } from "@/components/data/instant"
import { SeverityIcon } from "@/components/sources/imports/severity-icon"
import { Fact } from "@/components/queue/item-fact"
import { BudgetBar } from "@/components/charts/budget-bar"
import { count } from "@/components/data/count"
import { linesLoaded } from "@/lib/memory/memory-files/load-limit"
import { Figures } from "./alert-metrics"
import { Measures } from "./alert-thresholds"
import { ALERT_KIND_TEXT } from "./alert-titles-and-advice"
import type { AlertDetail, AlertEvent, AlertPlace, AlertSummary, Excerpt } from "./alert-types"
import { alertEventWords } from "./alert-text"

interface AlertFactsProps {
  team: string
  alert: AlertSummary
  detail: AlertDetail | null
  excerpt: Excerpt | null
  now: string
}

/** Facts about an alert: next step, findings, figures with their thresholds, readers and history. */
export function AlertFacts({ team, alert, detail, excerpt, now }: AlertFactsProps) {
  const evidence = detail?.evidence
  return (
    <div className="mt-5.5 grid grid-cols-1 gap-x-8 gap-y-5.5 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-5.5">
        <Fact title="What to do">
          <p>{ALERT_KIND_TEXT[alert.kind].wayOut}</p>
        </Fact>
        {evidence ? <Evidence alert={alert} evidence={evidence} /> : null}
        {detail ? <History history={detail.history} now={now} /> : null}
      </div>
      <div className="grid min-w-0 content-start gap-5.5">
        <FiguresOrBudget kind={alert.kind} figures={evidence?.figures ?? {}} file={excerpt?.file ?? null} />
        {detail ? <Measures team={team} alert={alert} measures={detail.measures} /> : null}
        {excerpt ? (
          <Fact title="Loaded by">
            <p className="line-clamp-4">{readersWords(excerpt.readers)}</p>
          </Fact>
        ) : null}
      </div>
    </div>
  )
}

/** The places and the names in the evidence of an alert. */
function Evidence({ alert, evidence }: { alert: AlertSummary; evidence: AlertDetail["evidence"] }) {
  const { places, names } = evidence
  const heading = NAMES[alert.kind]
  const [place, ...others] = places
  const isSaid =
    place !== undefined && others.length === 0 && alert.message === `${placeWords(place)}: ${place.message}`
  return (
    <>
      {places.length > 0 && !isSaid ? <Places severity={alert.severity} places={places} /> : null}
      {names.length > 0 && heading !== undefined ? (
        <Fact title={heading}>
          <p className="wrap-anywhere">{names.join(", ")}</p>
        </Fact>
      ) : null}
    </>
  )
}

const placeWords = ({ line, column }: AlertPlace): string => `Line ${line}, column ${column}`

/** Kinds of alerts whose figures say more than the message. */
const TELLING: ReadonlySet<AlertSummary["kind"]> = new Set([
  "past-cut",
  "over-budget",
  "run-cache-over",
  "filling-up",
  "flood",
  "compaction-overdue",
])

/** Headings for the names in the evidence. Kinds without one name everything in the message. */
const NAMES: Partial<Record<AlertSummary["kind"], string>> = {
  "section-missing": "Sections",
  "filling-up": "Expected to be full on",
  "cold-agent": "Agents with more memory",
  "link-broken": "Link target",
  "set-aside": "Files",
  "section-unknown": "Sections",
  "never-loaded": "Harnesses",
  "old-revision-loaded": "Harnesses",
  "broken-reference": "References",
  duplicate: "Agents",
  "restates-instructions": "Found in",
}

function readersWords(readers: readonly string[]): string {
  if (readers.length === 0) return "Any agent that works in this folder."
  return `${readers.join(", ")}.`
}

type Alike = readonly [AlertPlace, ...AlertPlace[]]

/** The findings of an alert. Places with the same code and message are combined. */
function Places({ places, severity }: { places: readonly AlertPlace[]; severity: AlertSummary["severity"] }) {
  const groups = new Map<string, Alike>()
  for (const one of places) {
    const group = groups.get(`${one.code} ${one.message}`)
    groups.set(`${one.code} ${one.message}`, group ? [...group, one] : [one])
  }
  return (
    <Fact title="Findings">
      <ul className="grid gap-1.5">
        {[...groups.values()].map(([first, ...others]) => (
          <li key={`${first.line}:${first.column}:${first.code}`} className="flex gap-2">
            <SeverityIcon severity={severity} />
            <span className="min-w-0 wrap-break-word">
              <span className="tabular-nums">
                {others.length === 0
                  ? placeWords(first)
                  : `Lines ${[first, ...others].map((one) => one.line).join(", ")}`}
                :
              </span>{" "}
              {first.message}
            </span>
          </li>
        ))}
      </ul>
    </Fact>
  )
}

const MOST_SHOWN = 8

function History({ history, now }: { history: readonly AlertEvent[]; now: string }) {
  if (history.length === 0) return null
  const shown = history.slice(0, MOST_SHOWN)
  return (
    <Fact title="History">
      <ol className="grid gap-1">
        {shown.map((one) => (
          <li key={`${one.at}/${one.what}`} className="flex gap-2.5">
            <span className="min-w-0 flex-1">
              {alertEventWords(one)}
              {WATCH.has(one.what) ? "" : <span className="text-ink-3"> by {one.by.name}</span>}
            </span>
            <Instant at={one.at} now={now} className="shrink-0 text-sm whitespace-nowrap text-ink-3" />
          </li>
        ))}
      </ol>
      {history.length > shown.length ? (
        <p className="mt-1 text-sm text-ink-3">and {count(history.length - shown.length, "earlier event")}</p>
      ) : null}
    </Fact>
  )
}

/** Events that happen automatically. */
const WATCH: ReadonlySet<string> = new Set(["raised", "changed", "resolved", "woken"])

interface FiguresOrBudgetProps {
  kind: AlertSummary["kind"]
  figures: Record<string, number>
  file: Excerpt["file"] | null
}

/** The figures of an alert if its kind is about figures, else the size of the file against its limits. */
function FiguresOrBudget({ kind, figures, file }: FiguresOrBudgetProps) {
  if (TELLING.has(kind) && Object.keys(figures).length > 0) return <Figures kind={kind} figures={figures} />
  return file && <Budget {...file} />
}
function Budget({ lines, cut, limits }: Excerpt["file"]) {
  const loads = linesLoaded({ cut, limits })
  if (limits.budget === null && loads === null) return null
  return (
    <Fact title="Budget">
      <p className="mb-2 tabular-nums">
        {limits.budget === null ? count(lines, "line") : `${lines} of ${limits.budget} lines`}.{" "}
        {loads === null
          ? "The harness loads the whole file."
          : `Load limit: ${loads} lines${cut === null ? "." : ". The rest is not loaded."}`}
      </p>
      <BudgetBar lines={lines} budget={limits.budget} limit={loads} className="w-full" />
    </Fact>
  )
}
