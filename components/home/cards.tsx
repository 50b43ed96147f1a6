import type { ReactNode } from "react"
import { Link } from "@/components/ui/link"
import { BAND_LOOK } from "@/components/health/health-report"
import { LinePlot, PlotRule } from "@/components/charts/line-plot"
import { ShowAsTable } from "@/components/charts/show-as-table"
import { formatDay } from "@/components/data/time-text"
import { placesOf } from "@/components/health/trends"
import { placePath } from "@/components/shell/navigation"
import { Tag } from "@/components/ui/tag"
import { bandOf, HEALTHY_FROM, type HealthChange } from "@/lib/memory/health/health"
import { checksWords, PART_LABELS, SCORE_MEANING } from "@/lib/memory/health/health-parts"
import { inboxPath } from "@/components/teams/overview/overview-figures"
import { type Flow, isQuiet } from "@/components/proposals/proposal-text"
import { WeeksChart } from "@/components/proposals/weeks-chart"
import { Bars } from "@/components/charts/inline-charts"
import { count } from "@/components/data/count"
import { Facts } from "@/components/ui/panel"

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

function oldestWords(days: number | null): string {
  if (days === null) return "none waiting"
  return days === 0 ? "today" : count(days, "day")
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
        label: `${count(waiting, "proposal")} waiting`,
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

/** Returns a duration: "12 min", "3 h", "2.5 days". */
function durationWords(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`
  if (hours < 48) return `${Math.round(hours)} h`
  return `${(Math.round(hours / 2.4) / 10).toLocaleString("en")} days`
}
