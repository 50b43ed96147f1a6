import { BAND_LOOK } from "@/components/health/score"
import { LinePlot, PlotRule } from "@/components/charts/line-plot"
import { ShowAsTable } from "@/components/charts/show-as-table"
import { formatDay } from "@/components/data/day-text"
import { placesOf } from "@/components/health/trends"
import { placePath } from "@/components/shell/navigation"
import { Tag } from "@/components/ui/tag"
import { bandOf, HEALTHY_FROM } from "@/lib/memory/health/health"
import type { HealthChange } from "@/lib/memory/health/change"
import { checksWords, PART_LABELS, SCORE_MEANING } from "@/lib/memory/health/health-check-texts"
import { Card } from "./card"

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
          {days[0] ? ` (started ${formatDay(days[0].day)})` : ""}
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
