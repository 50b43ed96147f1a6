import { inboxPath } from "@/components/teams/overview/overview-figures"
import { type Flow, isQuiet } from "@/components/proposals/flow"
import { WeeksChart } from "@/components/proposals/weeks-chart"
import { Bars } from "@/components/charts/bars"
import { count } from "@/components/data/count"
import { Facts } from "@/components/ui/panel"
import { Card } from "./card"

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
