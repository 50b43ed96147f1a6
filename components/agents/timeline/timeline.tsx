"use client"

import { dayIn } from "@/components/data/instant-text"
import { useOwnZone } from "@/components/data/use-own-zone"
import { TableBox } from "@/components/data/table"
import { byDay, dayWords, type TimelineItem } from "./item"
import { TimelineRow } from "./timeline-row"

interface TimelineProps {
  team: string
  /** Slug. */
  project: string
  items: readonly TimelineItem[]
  /** ISO instant. */
  now: string
  showAgent?: boolean
}

/** Events by day, newest first, in the time zone of the reader. */
export function Timeline({ team, project, items, now, showAgent }: TimelineProps) {
  const zone = useOwnZone() ?? "UTC"
  const today = dayIn(now, zone)
  return (
    <TableBox className="overflow-hidden">
      {byDay(items, zone).map(({ day, items: ofDay }) => (
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
    </TableBox>
  )
}
