import { Box } from "@/components/data/table"
import { byDay, dayWords, type TimelineItem } from "./item"
import { TimelineRow } from "./timeline-row"

interface TimelineProps {
  team: string
  /** Slug. */
  project: string
  items: readonly TimelineItem[]
  /** ISO date. */
  today: string
  showAgent?: boolean
}

/** Events by day, newest first. Times are UTC. */
export function Timeline({ team, project, items, today, showAgent }: TimelineProps) {
  return (
    <Box className="overflow-hidden">
      {byDay(items).map(({ day, items: ofDay }) => (
        <section
          key={day ?? "undated"}
          aria-label={dayWords(day, today)}
          className="not-first:border-t not-first:border-line"
        >
          <h3 className="bg-raised px-3 py-1 text-sm font-medium text-ink-2">
            {day === null ? "Undated" : <time dateTime={day}>{dayWords(day, today)}</time>}
          </h3>
          <ol>
            {ofDay.map((item) => (
              <TimelineRow
                key={item.key}
                team={team}
                project={project}
                item={item}
                showAgent={showAgent ?? false}
              />
            ))}
          </ol>
        </section>
      ))}
    </Box>
  )
}
