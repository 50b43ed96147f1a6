import { Instant } from "@/components/data/instant"
import {
  SeverityIcon,
  type AlertDetail,
  type AlertEvent,
  type AlertPlace,
  type AlertSummary,
  type Excerpt,
  type AlertMeasure,
} from "@/components/alerts/alert"
import { Fact } from "@/components/ui/pane"
import { BudgetBar } from "@/components/charts/inline-charts"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import { linesLoaded } from "@/lib/memory/memory-files/load-limit"
import { ownValue } from "@/lib/memory/text/own-value"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { policiesPath } from "@/components/data/addresses"
import { Link } from "@/components/ui/link"
import { SETTING_WORDS, valueWords } from "@/components/policies/policy-text"
import type { PolicySetting, PolicySettings } from "@/lib/memory/policies/policy"
import { adviceFor } from "./alert-titles-and-advice"

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
          <p>{adviceFor(alert.kind, evidence?.entries.length ?? 0)}</p>
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
        <p className="mt-1 text-sm text-ink-3">
          and {formatCount(history.length - shown.length, "earlier event")}
        </p>
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
        {limits.budget === null ? formatCount(lines, "line") : `${lines} of ${limits.budget} lines`}.{" "}
        {loads === null
          ? "The harness loads the whole file."
          : `Load limit: ${loads} lines${cut === null ? "." : ". The rest is not loaded."}`}
      </p>
      <BudgetBar lines={lines} budget={limits.budget} limit={loads} className="w-full" />
    </Fact>
  )
}

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
function Figures({ kind, figures }: { kind: AlertKind; figures: Readonly<Record<string, number>> }) {
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

/** The thresholds of an alert, each linked to the policy that sets it. */
function Measures({
  team,
  alert,
  measures,
}: {
  team: string
  alert: AlertSummary
  measures: readonly AlertMeasure[]
}) {
  if (measures.length === 0) return null
  return (
    <Fact title="Threshold">
      <ul className="grid gap-1">
        {measures.map(({ setting, value, from }) => (
          <li key={setting}>
            {SETTING_WORDS[setting].label}: {valueWords(setting, value as PolicySettings[PolicySetting])},{" "}
            <Link href={policiesPath(team, from === "built-in" ? null : from)} className="text-link">
              {originOf(from, alert)}
            </Link>
          </li>
        ))}
      </ul>
    </Fact>
  )
}

/** Returns the origin of a setting: "from category testing", "default". */
function originOf(from: string, { project }: AlertSummary): string {
  if (from === "built-in") return "default"
  if (from === "team" || from === "deployment") return `from the ${from}`
  const [kind = "", name = ""] = from.split(/:(.*)/s)
  if (kind === "agent") return `from ${name.split("/").slice(1).join("/")}`
  if (kind === "scope") return `from ${name} memory`
  return `from ${kind} ${kind === "project" && project?.slug === name ? project.name : name}`
}

const DAY = new Intl.DateTimeFormat("en", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
})

/**
 * Returns the state of an alert in sentences, or null if the alert is open, unassigned and raised only once.
 */
export function alertStateWords({ state, snoozedUntil, assignee, round }: AlertSummary): string | null {
  const words = [
    ...(state === "acknowledged"
      ? ["Acknowledged, so no more notifications are sent. The alert clears when its cause is fixed"]
      : []),
    ...(state === "snoozed"
      ? [
          snoozedUntil === null
            ? "Snoozed"
            : `Snoozed for everyone until ${DAY.format(new Date(snoozedUntil))}`,
        ]
      : []),
    ...(state === "ignored" ? ["Ignored by a rule. The alert returns if the rule is deleted"] : []),
    ...(state === "resolved" ? ["Resolved because the cause was fixed"] : []),
    ...(assignee ? [`Assigned to ${assignee.name}`] : []),
    ...(round > 1 && state !== "resolved" ? [`Raised for the ${ordinal(round)} time`] : []),
  ]
  return words.length === 0 ? null : `${words.join(". ")}.`
}

const HAPPENED: Record<string, string> = {
  raised: "Raised",
  changed: "Changed",
  acknowledged: "Acknowledged",
  reopened: "Reopened",
  snoozed: "Snoozed",
  woken: "Snooze ended",
  assigned: "Assigned",
  ignored: "Ignored by a rule",
  unignored: "No longer ignored",
  resolved: "Resolved: the cause no longer applies",
  cured: "Fix proposed",
}

/** Returns a resolution in words, with the action after which the cause no longer applied. */
function resolvedWords({ action, by }: AlertEvent["detail"]): string | null {
  if (action === "imported") return "Resolved after an import of the file"
  if (typeof by !== "string") return null
  if (action === "verified") return `Resolved after ${by} verified entries`
  if (action === "decided") return `Resolved after ${by} resolved a conflict`
  return action === "changed" ? `Resolved after ${by} changed the file` : null
}

/** Returns an event in words: "Raised again", "Resolved after Mara Reyes verified entries", "Assigned to Mara Reyes". */
export function alertEventWords({ what, round, detail }: AlertEvent): string {
  const words = ownValue(HAPPENED, what) ?? what
  if (what === "raised") return round > 1 ? `${words} again, for the ${ordinal(round)} time` : words
  if (what === "resolved") return resolvedWords(detail) ?? words
  if (what === "snoozed" && typeof detail.until === "string")
    return `${words} until ${DAY.format(new Date(detail.until))}`
  if (what === "assigned") return typeof detail.to === "string" ? `${words} to ${detail.to}` : "Unassigned"
  return words
}

function ordinal(number: number): string {
  const last = number % 100 > 10 && number % 100 < 14 ? 0 : number % 10
  return `${number}${["th", "st", "nd", "rd"][last] ?? "th"}`
}
