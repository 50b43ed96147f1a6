import type { OutputOf } from "@/lib/http/contract"
import { formatCount } from "@/lib/memory/text/sentence"
import { evenPlaces, LinePlot, PlotRule } from "@/components/charts/line-plot"
import { ShowAsTable } from "@/components/charts/figures"
import { formatDay, shortDay } from "@/components/data/time-text"
import { monthAt } from "../activity"
import { compareText } from "@/lib/memory/text/aggregates"

export type GrowingAgent = OutputOf<"fleet.growth">["agents"][number]

export const agentKey = ({ project, name }: { project: string; name: string }): string => `${project}/${name}`

/** Returns the agents by urgency: the earliest forecast first, then the fastest growth, then the fullest. */
export function byUrgency(agents: readonly GrowingAgent[]): GrowingAgent[] {
  return agents.toSorted(
    (a, b) =>
      compareText(a.budgetOn ?? a.limitOn ?? "9", b.budgetOn ?? b.limitOn ?? "9") ||
      (b.perDay ?? -1) - (a.perDay ?? -1) ||
      shareOf(b) - shareOf(a) ||
      compareText(agentKey(a), agentKey(b)),
  )
}

const shareOf = ({ lines, budget, limit }: GrowingAgent): number =>
  lines / (budget ?? limit ?? Number.POSITIVE_INFINITY)

type Forecast = Pick<GrowingAgent, "lines" | "budget" | "limit" | "budgetOn" | "limitOn">

/**
 * Returns the number of memories that are expected to reach their budget or load limit by a day. Limits that
 * are already exceeded do not count. `day`: ISO date.
 */
export function countFullBy(memories: readonly Forecast[], day: string): number {
  return memories.filter(
    ({ lines, budget, limit, budgetOn, limitOn }) =>
      (budget !== null && lines <= budget && budgetOn !== null && budgetOn <= day) ||
      (limit !== null && lines <= limit && limitOn !== null && limitOn <= day),
  ).length
}

/** Returns the SVG path through the known weeks, in a box of 100 by 100. `span`: weeks on the x-axis. */
export function pathOf(weeks: readonly (number | null)[], most: number, span = weeks.length - 1): string {
  const known = weeks
    .flatMap((lines, week) =>
      lines === null
        ? []
        : [`${((week / Math.max(1, span)) * 100).toFixed(1)},${(100 - (lines / most) * 100).toFixed(1)}`],
    )
    .map((point, place) => `${place === 0 ? "M" : "L"}${point}`)
  return `${known.join(" ")}${known.length === 1 ? " h-1.5" : ""}` // a single point becomes a dash
}

/**
 * Agents in a compact form, by column. Weeks are differences to the previous week: "12.0.0.3"; "~" is
 * unknown.
 */
export interface PackedGrowth {
  names: string[]
  projects: string[]
  projectOf: number[]
  lines: number[]
  budget: (number | null)[]
  limit: (number | null)[]
  weeks: string[]
  estimated: boolean[]
  perDay: (number | null)[]
  budgetOn: (string | null)[]
  limitOn: (string | null)[]
}

export function packGrowth(agents: readonly GrowingAgent[]): PackedGrowth {
  const projects = [...new Set(agents.map(({ project }) => project))]
  const placeOf = new Map(projects.map((one, place) => [one, place]))
  return {
    projects,
    names: agents.map(({ name }) => name),
    projectOf: agents.map(({ project }) => placeOf.get(project) ?? 0),
    lines: agents.map(({ lines }) => lines),
    budget: agents.map(({ budget }) => budget),
    limit: agents.map(({ limit }) => limit),
    weeks: agents.map(({ weeks }) => packWeeks(weeks)),
    estimated: agents.map(({ estimated }) => estimated),
    perDay: agents.map(({ perDay }) => perDay),
    budgetOn: agents.map(({ budgetOn }) => budgetOn),
    limitOn: agents.map(({ limitOn }) => limitOn),
  }
}

export function unpackGrowth(packed: PackedGrowth): GrowingAgent[] {
  return packed.names.map((name, place) => ({
    name,
    project: packed.projects[packed.projectOf[place] ?? 0] ?? "",
    category: null,
    lines: packed.lines[place] ?? 0,
    budget: packed.budget[place] ?? null,
    limit: packed.limit[place] ?? null,
    weeks: unpackWeeks(packed.weeks[place] ?? ""),
    estimated: packed.estimated[place] ?? false,
    perDay: packed.perDay[place] ?? null,
    budgetOn: packed.budgetOn[place] ?? null,
    limitOn: packed.limitOn[place] ?? null,
  }))
}

function packWeeks(weeks: readonly (number | null)[]): string {
  let before = 0
  return weeks
    .map((lines) => {
      if (lines === null) return "~"
      const step = lines - before
      before = lines
      return String(step)
    })
    .join(".")
}

function unpackWeeks(packed: string): (number | null)[] {
  let lines = 0
  return packed.split(".").map((step) => (step === "~" ? null : (lines += Number(step))))
}

/**
 * Maximum number of weeks in the forecast. The forecast covers at most half as many weeks as the chart shows
 * before it.
 */
const AHEAD = 8

/**
 * The number of lines of an agent by week, with its budget, load limit and forecast, and the same figures as
 * a table.
 */
export function GrowthChart({ agent, weeks }: { agent: GrowingAgent; weeks: readonly string[] }) {
  const { budget, limit, lines } = agent
  const weeksAhead = Math.min(AHEAD, Math.ceil(weeks.length / 2))
  const span = weeks.length - 1 + weeksAhead
  const { ahead, near, most } = boundsOf(agent, weeksAhead)
  const yOf = (value: number) => 100 - (value / most) * 100
  const now = ((weeks.length - 1) / span) * 100
  return (
    <figure className="rounded-lg border border-line bg-surface p-4">
      <figcaption className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-medium">{agent.name}</span>
        <span className="text-sm text-ink-2">{forecastWords(agent)}</span>
        <span className="ml-auto flex flex-wrap gap-x-4 text-sm text-ink-2">
          <Legend look="bg-accent" words="lines" />
          {budget === null ? null : <Legend look="bg-caution" words={`budget ${budget}`} />}
          {near === null ? null : <Legend look="bg-danger" words={`load limit ${near}`} />}
          {near === null && limit !== null ? <span>load limit {limit} (out of range)</span> : null}
        </span>
      </figcaption>
      <div className="flex gap-2">
        <div aria-hidden className="relative h-44 w-9 shrink-0 text-right text-xs text-ink-3 tabular-nums">
          {ticksOf(most).map((tick) => (
            <span key={tick} className="absolute right-0 -translate-y-1/2" style={{ top: `${yOf(tick)}%` }}>
              {tick}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <LinePlot
            label={`Line count of ${agent.name} by week: ${forecastWords(agent)}`}
            lines={[{ label: "lines", stroke: "stroke-accent", values: agent.weeks }]}
            names={weeks.map((week) => `Week of ${formatDay(week)}`)}
            places={evenPlaces(weeks.length, span)}
            top={most}
            grid={ticksOf(most)}
            className="h-44"
          >
            {budget === null ? null : <PlotRule value={budget} top={most} className="stroke-caution" />}
            {near === null ? null : <PlotRule value={near} top={most} className="stroke-danger" />}
            {ahead === null ? null : (
              <line
                x1={now}
                x2="100"
                y1={yOf(lines)}
                y2={yOf(ahead)}
                className="stroke-accent"
                strokeWidth="2"
                strokeDasharray="4 4"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </LinePlot>
          <WeekAxis weeks={weeks} span={span} />
        </div>
      </div>
      {agent.estimated ? (
        <p className="mt-2 text-sm text-ink-3">
          Before the first import, only entries and sessions with a date in the files count, one line each.
        </p>
      ) : null}
      <ShowAsTable
        label={`Line count of ${agent.name} by week`}
        columns={["Week of", "Lines at end of week"]}
        rows={tableRows(agent, weeks)}
      />
    </figure>
  )
}

interface Bounds {
  /** Forecast number of lines at the right end of the chart; null without a growth rate. */
  readonly ahead: number | null
  /** Load limit in lines; null if there is none or it is far above the other values. */
  readonly near: number | null
  /** Number of lines at the top of the chart. */
  readonly most: number
}

function boundsOf({ budget, limit, lines, perDay, weeks }: GrowingAgent, weeksAhead: number): Bounds {
  const ahead = perDay === null ? null : Math.max(0, lines + perDay * 7 * weeksAhead)
  const high = Math.max(lines, ahead ?? 0, budget ?? 0)
  const near = limit !== null && limit <= high * 2.5 ? limit : null
  return { ahead, near, most: Math.max(10, high, near ?? 0, ...weeks.map((one) => one ?? 0)) * 1.08 }
}

/** Returns the table rows with the number of lines at the end of each week, the last week first. */
const tableRows = (agent: GrowingAgent, weeks: readonly string[]): [string, string][] =>
  weeks
    .map((week, index): [string, string] => [
      formatDay(week),
      agent.weeks[index]?.toLocaleString("en") ?? "no data",
    ])
    .toReversed()

function WeekAxis({ weeks, span }: { weeks: readonly string[]; span: number }) {
  return (
    <div aria-hidden className="relative mt-1 h-4 border-t border-line-strong text-xs text-ink-3">
      {weeks.map((week, place) =>
        axisLabel(weeks, place) === "" ? null : (
          <span key={week} className="absolute pt-0.5" style={{ left: `${(place / span) * 100}%` }}>
            {axisLabel(weeks, place)}
          </span>
        ),
      )}
    </div>
  )
}

/**
 * Returns the label below a week: its day if there are at most `FEW_WEEKS` weeks, else the month if one
 * starts in this week. Empty for other weeks.
 */
function axisLabel(weeks: readonly string[], place: number): string {
  if (weeks.length <= FEW_WEEKS) return shortDay(weeks[place] ?? "")
  return place === 0 ? "" : monthAt(weeks, place)
}

/** Maximum number of weeks that each have room for a day. */
const FEW_WEEKS = 4

/** Returns the growth rate and the forecast: "2 lines per week, budget full on 12 Dec 2026". */
export function forecastWords({ perDay, lines, budget, budgetOn, limit, limitOn }: GrowingAgent): string {
  if (limit !== null && lines >= limit) return `${formatCount(lines, "line")}, truncated at line ${limit}`
  if (budget !== null && lines >= budget) return `${formatCount(lines - budget, "line")} over budget`
  if (perDay === null) return "not enough data for a forecast"
  const rate = rateWords(Math.round(perDay * 70) / 10)
  const full = budgetOn ?? limitOn
  return full === null
    ? rate
    : `${rate}, ${budgetOn === null ? "load limit reached" : "budget full"} on ${formatDay(full)}`
}

function rateWords(perWeek: number): string {
  if (perWeek === 0) return "no growth"
  return `${perWeek < 0 ? "−" : ""}${Math.abs(perWeek).toLocaleString("en")} lines per week`
}

/** Returns about three round numbers for the axis. */
function ticksOf(most: number): number[] {
  const raw = most / 3
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, raw)))
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * unit >= raw) ?? 10) * unit)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, place) => place * step)
}

function Legend({ look, words }: { look: string; words: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={`h-0.75 w-3 rounded-full ${look}`} />
      {words}
    </span>
  )
}
