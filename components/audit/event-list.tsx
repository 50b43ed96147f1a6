"use client"

import { dayIn } from "@/components/data/moment"
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

const WORDS = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
})

/** "Today, Sunday, 22 November 2026" */
function dayWords(day: string, today: string): string {
  const words = WORDS.format(new Date(`${day}T00:00:00Z`))
  return day === today ? `Today, ${words}` : words
}
