import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/data/addresses"
import { evenPlaces, LinePlot } from "@/components/charts/line-plot"
import { ShowAsTable } from "@/components/charts/show-as-table"
import { formatDay } from "@/components/data/time-text"
import { placePath } from "@/components/shell/navigation"
import { BudgetBar } from "@/components/charts/inline-charts"
import { count } from "@/components/data/count"
import { fleetStatePath } from "@/components/teams/overview/overview-figures"
import type { GrowthSummary } from "@/lib/memory/agents/growth"
import { Card } from "./cards"

interface GrowthCardProps {
  team: string
  project: string | null
  /** Mondays, ISO dates, oldest first. */
  weeks: readonly string[]
  growth: GrowthSummary
  /** The number of agents that are truncated now. */
  truncated: number
  /**
   * Agents closest to their limit, fullest first. `limitOn`: set only for agents with memory of their own
   * that grows.
   */
  fullest: readonly {
    name: string
    project: { slug: string }
    lines: number
    limit: number
    pastCut: number
    limitOn: string | null
  }[]
}

/** The number of lines of all memory that agents load, week by week, and the first expected truncation. */
export function GrowthCard({ team, project, weeks, growth, truncated, fullest }: GrowthCardProps) {
  const now = growth.weeks.at(-1) ?? 0
  const unlisted = truncated - fullest.filter(({ pastCut }) => pastCut > 0).length
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
        <WeeksLine weeks={weeks} values={growth.weeks} />
      )}
      {fullest.length > 0 ? (
        <ul aria-label="Agents closest to their load limits" className="grid gap-1.5">
          {fullest.map(({ name, project: { slug }, lines, limit, pastCut, limitOn }) => (
            <li key={`${slug}/${name}`}>
              <Link href={agentPath(team, slug, name)} className="flex items-center gap-2.5 hover:underline">
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <BudgetBar
                  lines={lines}
                  budget={limit}
                  limit={limit}
                  tone={pastCut > 0 ? "danger" : undefined}
                  className="w-20 shrink-0"
                />
                <span className="w-20 shrink-0 text-right text-sm text-ink-2 tabular-nums">
                  {lines.toLocaleString("en")} / {limit.toLocaleString("en")}
                </span>
                {hasDates ? (
                  <span className="w-24 shrink-0 text-right text-sm text-ink-3 tabular-nums max-sm:hidden">
                    {hitsLimitWords(pastCut, limitOn)}
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
            and {count(unlisted, "more agent")} with truncated memory
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
  const now = truncated === 0 ? null : `${count(truncated, "agent has", "agents have")} truncated memory.`
  const next =
    first === null
      ? `No ${now === null ? "" : "further "}truncation is expected at the current rate.`
      : `${now === null ? "First truncation expected" : "Next"}: ${first.name} on ${formatDay(first.on)}.`
  return [now, next].filter(Boolean).join(" ")
}

const WEEK_MS = 7 * 86_400_000

const nextWeek = (week: string | undefined): string =>
  week === undefined ? "" : new Date(Date.parse(week) + WEEK_MS).toISOString().slice(0, 10)

function WeeksLine({ weeks, values }: { weeks: readonly string[]; values: readonly (number | null)[] }) {
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
