import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/agents/fleet"
import { pathOf } from "@/components/agents/growth/growth"
import { placePath } from "@/components/shell/places"
import { BudgetBar } from "@/components/charts/bar"
import { count } from "@/components/data/count"
import { Table, Td, Th } from "@/components/data/table"
import type { GrowthSummary } from "@/lib/memory/agents/growth-summary"
import { Card } from "./card"
import { dayWords } from "./day-words"

interface GrowthCardProps {
  team: string
  project: string | null
  /** Mondays, ISO dates, oldest first. */
  weeks: readonly string[]
  growth: GrowthSummary
  /** The number of agents that are truncated now. */
  truncated: number
  /** The agents closest to their limit, fullest first. Dates only for agents whose own memory grows. */
  fullest: readonly {
    name: string
    project: { slug: string }
    lines: number
    limit: number
    pastCut: number
    limitOn: string | null
  }[]
}

/** The lines of agents' own memory over twelve weeks, and the first expected truncation. */
export function GrowthCard({ team, project, weeks, growth, truncated, fullest }: GrowthCardProps) {
  const now = growth.weeks.at(-1) ?? 0
  const hasDates = fullest.some(({ pastCut, limitOn }) => pastCut > 0 || limitOn !== null)
  return (
    <Card
      title="Memory growth"
      more={{ href: placePath(team, "agents/growth", project), label: "All agents" }}
    >
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="text-xl font-semibold tracking-tight tabular-nums">{now.toLocaleString("en")}</span>
        <span className="text-ink-2">
          lines in agents’ own memory
          {growth.perWeek === 0
            ? ""
            : `, ${growth.perWeek > 0 ? "+" : "−"}${Math.abs(growth.perWeek).toLocaleString("en")} per week`}
        </span>
      </p>
      <p className="text-ink-2">{truncationWords(growth, truncated, fullest.length > 0)}</p>
      <WeeksLine weeks={weeks} values={growth.weeks} />
      {fullest.length > 0 ? (
        <ul aria-label="Closest to their load limit" className="grid gap-1.5">
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
                    {pastCut > 0 ? "truncated" : limitOn === null ? "" : dayWords(limitOn)}
                  </span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

/**
 * Returns the current and the next truncation: "2 agents are truncated. Next: unit-tester on 12 Dec 2026."
 */
function truncationWords({ first }: GrowthSummary, truncated: number, hasLimits: boolean): string {
  if (!hasLimits) return "No agents with a load limit."
  const now = truncated === 0 ? null : `${count(truncated, "agent is", "agents are")} truncated.`
  const next =
    first === null
      ? `No ${now === null ? "" : "further "}truncation expected at the current rate.`
      : `${now === null ? "First truncation expected" : "Next"}: ${first.name} on ${dayWords(first.on)}.`
  return [now, next].filter(Boolean).join(" ")
}

function WeeksLine({ weeks, values }: { weeks: readonly string[]; values: readonly (number | null)[] }) {
  const most = Math.max(10, ...values.map((value) => value ?? 0)) * 1.08
  return (
    <figure>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-28 w-full overflow-visible"
        role="img"
        aria-label={`Lines in agents’ own memory from the week of ${weeks[0]} to the week of ${weeks.at(-1)}`}
      >
        <line x1="0" x2="100" y1="100" y2="100" className="stroke-line" vectorEffect="non-scaling-stroke" />
        <path
          d={pathOf(values, most)}
          fill="none"
          className="stroke-accent"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="mt-1 flex justify-between text-xs text-ink-3 tabular-nums">
        <span>
          {dayWords(weeks[0] ?? "")}: {values[0]?.toLocaleString("en") ?? "no data"}
        </span>
        <span>this week: {values.at(-1)?.toLocaleString("en") ?? "no data"}</span>
      </figcaption>
      <details className="mt-1.5">
        <summary className="text-sm text-ink-2 hover:text-ink">Show as table</summary>
        <div className="mt-2 max-h-60 overflow-y-auto">
          <Table label="Lines in agents’ own memory, by week">
            <thead>
              <tr>
                <Th>Week of</Th>
                <Th numeric>Lines</Th>
              </tr>
            </thead>
            <tbody>
              {weeks.toReversed().map((week, place) => (
                <tr key={week}>
                  <Td>{week}</Td>
                  <Td numeric>{values[values.length - 1 - place]?.toLocaleString("en") ?? "no data"}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      </details>
    </figure>
  )
}
