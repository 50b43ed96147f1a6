import type { ReactNode } from "react"
import { Link } from "@/components/ui/link"
import { BAND_LOOK } from "@/components/health/health-report"
import { LinePlot, PlotRule, evenPlaces } from "@/components/charts/line-plot"
import { ShowAsTable } from "@/components/charts/figures"
import { formatDay } from "@/components/data/time-text"
import { placesOf } from "@/components/health/trends"
import { placePath } from "@/components/shell/navigation"
import { Tag } from "@/components/ui/tag"
import { bandOf, HEALTHY_FROM, type HealthChange } from "@/lib/memory/health/health"
import { checksWords, PART_LABELS, SCORE_MEANING } from "@/lib/memory/health/health-parts"
import { inboxPath, fleetStatePath } from "@/components/teams/overview/overview-figures"
import { type Flow, isQuiet } from "@/components/proposals/proposal-text"
import { WeeksChart } from "@/components/proposals/weeks-chart"
import { Bars, LinesOfLimit } from "@/components/charts/inline-charts"
import { formatCount } from "@/lib/memory/text/sentence"
import { Facts } from "@/components/ui/panel"
import { memoryOwnerPath } from "@/components/data/addresses"
import type { GrowthSummary } from "@/lib/memory/agents/growth"

interface CardProps {
  id?: string
  title: string
  /** A link to the details. */
  more?: { readonly href: string; readonly label: string }
  children: ReactNode
}

/** A card on Home: a heading, a link to the details, and the content. */
export function Card({ id, title, more, children }: CardProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className="flex min-w-0 scroll-mt-16 flex-col rounded-lg border border-line bg-surface"
    >
      <div className="flex items-baseline justify-between gap-3 px-4 pt-3">
        <h2>{title}</h2>
        {more ? (
          <Link href={more.href} className="text-sm text-link">
            {more.label}
          </Link>
        ) : null}
      </div>
      <div className="flex flex-1 flex-col gap-3 px-4 pt-2 pb-4">{children}</div>
    </section>
  )
}

interface HealthCardProps {
  team: string
  project: string | null
  score: number
  /** Days with a score, oldest first. */
  days: readonly { readonly day: string; readonly health: number | null }[]
  change: HealthChange | null
  /** The part that costs the most points now; null if no part does. */
  weakest: { readonly label: string; readonly message: string } | null
  /** The number of checks that found issues. */
  wrong: number
  checks: number
}

/** The health score, its change over the time range, and the largest cause of the change. */
export function HealthCard({ team, project, score, days, change, weakest, wrong, checks }: HealthCardProps) {
  const { Icon, ink, tone, words } = BAND_LOOK[bandOf(score)]
  return (
    <Card
      title="Health"
      more={{
        href: placePath(team, "health", project),
        label: checksWords(wrong, checks),
      }}
    >
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Icon className={`icon-lg ${ink}`} aria-hidden />
        <span className="text-xl font-semibold tracking-tight tabular-nums">
          {score}
          <span className="text-sm font-normal tracking-normal text-ink-3"> of 100</span>
        </span>
        <Tag tone={tone}>{words}</Tag>
        {change === null || change.points === 0 ? null : (
          <span className="text-sm text-ink-2 tabular-nums">
            {change.points > 0 ? "▲" : "▼"} {Math.abs(change.points)} since {formatDay(change.since)}
          </span>
        )}
      </p>
      <p className="text-ink-2">{changeWords(change, weakest)}</p>
      <p className="text-sm text-ink-3">{SCORE_MEANING}</p>
      {days.length < 2 ? (
        <p className="mt-auto text-sm text-ink-3">
          Trends appear after the second day of data
          {days[0] ? ` (started ${formatDay(days[0].day)})` : ""}.
        </p>
      ) : (
        <Trend days={days} />
      )}
    </Card>
  )
}

/**
 * Returns the largest change: "Biggest change: “Within limits” rose from 71 to 88." Without a change, the
 * weakest part.
 */
function changeWords(change: HealthCardProps["change"], weakest: HealthCardProps["weakest"]): string {
  if (change?.part) {
    const { name, from, to } = change.part
    return `Biggest change: “${PART_LABELS[name]}” ${to > from ? "rose" : "fell"} from ${from} to ${to}.`
  }
  if (weakest === null) return "All parts score 100."
  return `Weakest part: “${weakest.label}”. ${weakest.message}.`
}

const NO_DAY = { day: "", health: null } as const

/** Returns a day with its score: "12 Nov 2026 (82)". */
const dayWords = ({ day, health }: { readonly day: string; readonly health: number | null }): string =>
  `${formatDay(day)} (${health ?? "none"})`

function Trend({ days }: Pick<HealthCardProps, "days">) {
  const places = placesOf(days.map(({ day }) => day))
  const values = days.map(({ health }) => health)
  const [first, last] = [days[0] ?? NO_DAY, days.at(-1) ?? NO_DAY]
  return (
    <figure className="mt-auto">
      <LinePlot
        label={`Health from ${dayWords(first)} to ${dayWords(last)}`}
        lines={[{ label: "health", stroke: "stroke-accent", values }]}
        names={days.map(({ day }) => formatDay(day))}
        places={places}
        top={100}
        grid={[0, 100]}
        className="h-20"
      >
        <PlotRule value={HEALTHY_FROM} top={100} className="stroke-ink-3" dashed />
      </LinePlot>
      <figcaption className="mt-1 flex justify-between text-xs text-ink-3 tabular-nums">
        <span>{formatDay(first.day)}</span>
        <span>healthy ≥ {HEALTHY_FROM} (dashed)</span>
        <span>{formatDay(last.day)}</span>
      </figcaption>
      <ShowAsTable
        label="Health by day"
        columns={["Day", "Health"]}
        rows={days.toReversed().map(({ day, health }) => [formatDay(day), String(health ?? "no data")])}
      />
    </figure>
  )
}

interface QueueCardProps {
  team: string
  project: string | null
  flow: Flow
}

/** New and decided proposals, and the time to decide. */
export function QueueCard({ team, project, flow }: QueueCardProps) {
  const { weeks, ages, waiting, oldestDays, medianHours } = flow
  const now = weeks.at(-1)
  return (
    <Card
      id="queue"
      title="Proposal queue"
      more={{
        href: inboxPath(team, project, { tab: "proposals" }),
        label: `${formatCount(waiting, "proposal")} waiting`,
      }}
    >
      {isQuiet(flow) ? (
        <p className="text-ink-2">
          No proposals in the last {weeks.length} weeks. The chart appears after the first proposal. Agents
          propose with an access token, and people propose from a memory file.
        </p>
      ) : (
        <>
          <Facts
            facts={[
              [
                "This week",
                `${(now?.in ?? 0).toLocaleString("en")} new, ${(now?.out ?? 0).toLocaleString("en")} decided`,
              ],
              [
                "Time to decide",
                medianHours === null ? "no decisions yet" : `${durationWords(medianHours)} median`,
              ],
              ["Oldest", oldestWords(oldestDays)],
            ]}
          />
          <WeeksChart weeks={weeks} />
          {waiting === 0 ? null : (
            <details>
              <summary className="text-sm text-ink-2 hover:text-ink">Queue age</summary>
              <div className="mt-2">
                <Bars
                  caption="Waiting proposals by age"
                  columns={["Age", "Proposals"]}
                  rows={ages.map(({ days, count: value }) => ({
                    label: `${days} ${days.endsWith("1") ? "day" : "days"}`,
                    value,
                  }))}
                />
              </div>
            </details>
          )}
        </>
      )}
    </Card>
  )
}

function oldestWords(days: number | null): string {
  if (days === null) return "none waiting"
  return days === 0 ? "today" : formatCount(days, "day")
}

/** Returns a duration: "12 min", "3 h", "2.5 days". */
function durationWords(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`
  if (hours < 48) return `${Math.round(hours)} h`
  return `${(Math.round(hours / 2.4) / 10).toLocaleString("en")} days`
}

interface GrowthCardProps {
  team: string
  project: string | null
  /** Mondays, ISO dates, oldest first. */
  weeks: readonly string[]
  growth: GrowthSummary
  /** The number of agents that are truncated now. */
  truncated: number
  /** The number of truncated agents whose memory is not among `fullest`. */
  unlisted: number
  /**
   * Agents and category memories closest to their limit, fullest first. `limitOn`: set only for agents with
   * memory of their own that grows.
   */
  fullest: readonly {
    name: string
    /** Name of the memory: that of the agent, or of the category whose memory the agent loads. */
    memory: string
    project: { slug: string }
    /** Slug of the category; null without one. */
    category: string | null
    /** True for the memory of the category. */
    shared: boolean
    lines: number
    budget: number | null
    limit: number
    pastCut: number
    limitOn: string | null
  }[]
}

/** The number of lines of all memory that agents load, week by week, and the first expected truncation. */
export function GrowthCard({ team, project, weeks, growth, truncated, unlisted, fullest }: GrowthCardProps) {
  const now = growth.weeks.at(-1) ?? 0
  const start = Math.max(
    0,
    growth.weeks.findIndex((lines) => lines !== null),
  )
  const hasDates = fullest.some(({ pastCut, limitOn }) => pastCut > 0 || limitOn !== null)
  return (
    <Card
      title="Memory growth"
      more={{ href: placePath(team, "agents/growth", project), label: "All agents" }}
    >
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-xl font-semibold tracking-tight tabular-nums">{now.toLocaleString("en")}</span>
        <span className="text-ink-2">
          lines of agent, category and project memory
          {growth.perWeek === 0
            ? ""
            : `, ${growth.perWeek > 0 ? "+" : "−"}${Math.abs(growth.perWeek).toLocaleString("en")} per week`}
        </span>
      </p>
      <p className="text-ink-2">{truncationWords(growth, truncated, fullest.length > 0)}</p>
      {growth.weeks.filter((lines) => lines !== null).length < 2 ? (
        <p className="text-sm text-ink-3">
          The chart appears after the second week of data (week of {formatDay(nextWeek(weeks.at(-1)))}).
        </p>
      ) : (
        <WeeksLine
          weeks={weeks.slice(start)}
          values={growth.weeks.slice(start)}
          hasEstimates={growth.estimated}
        />
      )}
      {fullest.length > 0 ? (
        <ul aria-label="Memory closest to its load limit" className="grid gap-1.5">
          {fullest.map(({ memory, limitOn, ...agent }) => (
            <li key={`${agent.project.slug}/${agent.name}`}>
              <Link href={memoryOwnerPath(team, agent)} className="flex items-center gap-2.5 hover:underline">
                <span className="min-w-0 flex-1 truncate">{memory}</span>
                <LinesOfLimit {...agent} />
                {hasDates ? (
                  <span className="w-24 shrink-0 text-right text-sm text-ink-3 tabular-nums max-sm:hidden">
                    {hitsLimitWords(agent.pastCut, limitOn)}
                  </span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {unlisted > 0 ? (
        <p className="text-sm">
          <Link
            href={fleetStatePath(team, { project, category: null, state: "past-cut" })}
            className="text-link"
          >
            and {formatCount(unlisted, "more agent")} with truncated memory
          </Link>
        </p>
      ) : null}
    </Card>
  )
}

function hitsLimitWords(pastCut: number, limitOn: string | null): string {
  if (pastCut > 0) return "truncated"
  return limitOn === null ? "" : formatDay(limitOn)
}

/**
 * Returns the current and the next truncation: "2 agents are truncated. Next: unit-tester on 12 Dec 2026."
 */
function truncationWords({ first }: GrowthSummary, truncated: number, hasLimits: boolean): string {
  if (!hasLimits) return "No agents have a load limit."
  const now =
    truncated === 0 ? null : `${formatCount(truncated, "agent has", "agents have")} truncated memory.`
  const next =
    first === null
      ? `No ${now === null ? "" : "further "}truncation is expected at the current rate.`
      : `${now === null ? "First truncation expected" : "Next"}: ${first.name} on ${formatDay(first.on)}.`
  return [now, next].filter(Boolean).join(" ")
}

const WEEK_MS = 7 * 86_400_000

const nextWeek = (week: string | undefined): string =>
  week === undefined ? "" : new Date(Date.parse(week) + WEEK_MS).toISOString().slice(0, 10)

interface WeeksLineProps {
  weeks: readonly string[]
  values: readonly (number | null)[]
  /** True if weeks before the first import are counted by dates. */
  hasEstimates: boolean
}

function WeeksLine({ weeks, values, hasEstimates }: WeeksLineProps) {
  const most = Math.max(10, ...values.map((value) => value ?? 0)) * 1.08
  return (
    <figure>
      <LinePlot
        label={`Lines of memory from the week of ${formatDay(weeks[0] ?? "")} to this week`}
        lines={[{ label: "lines", stroke: "stroke-accent", values }]}
        names={weeks.map((week) => `Week of ${formatDay(week)}`)}
        places={evenPlaces(weeks.length)}
        top={most}
        className="h-28"
      />
      <figcaption className="mt-1 flex justify-between text-xs text-ink-3 tabular-nums">
        <span>
          {formatDay(weeks[0] ?? "")}: {values[0]?.toLocaleString("en") ?? "no data"}
        </span>
        <span>this week: {values.at(-1)?.toLocaleString("en") ?? "no data"}</span>
      </figcaption>
      {hasEstimates ? (
        <p className="mt-1 text-sm text-ink-3">
          Before the first import, only entries with a date in the files count, one line each. Changed or
          removed entries change these weeks, too.
        </p>
      ) : null}
      <ShowAsTable
        label="Lines of memory by week"
        columns={["Week of", "Lines"]}
        rows={weeks
          .map((week, place): [string, string] => [
            formatDay(week),
            values[place]?.toLocaleString("en") ?? "no data",
          ])
          .toReversed()}
      />
    </figure>
  )
}
