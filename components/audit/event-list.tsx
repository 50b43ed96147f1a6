"use client"

import { weekdayAndDay } from "@/components/data/day-text"
import { dayIn } from "@/components/data/instant-text"
import { useOwnZone } from "@/components/data/use-own-zone"
import { Box } from "@/components/data/table"
import { groupBy } from "@/lib/memory/text/group"
import { EventRow } from "./event-row"
import type { ShownEvent } from "./event"

/** Events by day, newest first, in the time zone of the reader. `now`: ISO instant. */
export function EventList({ events, now }: { events: readonly ShownEvent[]; now: string }) {
  const zone = useOwnZone() ?? "UTC"
  const today = dayIn(now, zone)
  return (
    <div className="grid gap-4">
      {[...groupBy(events, (event) => dayIn(event.at, zone))].map(([day, group]) => (
        <section key={day} aria-labelledby={`day-${day}`} className="grid gap-1.5">
          <h3 id={`day-${day}`} className="text-sm font-medium text-ink-2">
            <time dateTime={day}>{dayWords(day, today)}</time>
          </h3>
          <Box className="overflow-hidden">
            <ol>
              {group.map((event) => (
                <EventRow key={event.number} event={event} />
              ))}
            </ol>
          </Box>
        </section>
      ))}
    </div>
  )
}

/** "Today, Sun, 22 Nov 2026" */
const dayWords = (day: string, today: string): string =>
  day === today ? `Today, ${weekdayAndDay(day)}` : weekdayAndDay(day)
