"use client"

import { BookOpen, FolderSync, House, Inbox, LayoutGrid, Search, Settings, Sparkles } from "lucide-react"
import { Link } from "@/components/ui/link"
import { PLACES, placePath, type RailSegment } from "./navigation"
import { useCurrentPage } from "./use-current-page"
import { useWaitingCount } from "../data/waiting-count"

const ICONS: Record<RailSegment, typeof Inbox> = {
  "": House,
  inbox: Inbox,
  agents: LayoutGrid,
  memory: BookOpen,
  search: Search,
  coach: Sparkles,
  sources: FolderSync,
  settings: Settings,
}

/** Number of items that wait for the current user, by place. */
export type RailCounts = Partial<Record<RailSegment, number>>

export function RailLinks({ counts }: { counts: RailCounts }) {
  const { team, project, place: here } = useCurrentPage()
  const inbox = useWaitingCount(team, counts.inbox)
  const coach = useWaitingCount(team, counts.coach, "coach")
  const waiting: RailCounts = counts.inbox === undefined ? {} : { inbox, coach }
  return (
    <ul className="grid gap-px">
      {PLACES.map((place) => {
        const Icon = ICONS[place.segment]
        const count = waiting[place.segment]
        return (
          <li key={place.segment}>
            <Link
              href={placePath(team, place.segment, project)}
              aria-current={place.segment === here ? "page" : undefined}
              className="group flex h-7.5 items-center gap-2.25 rounded-md px-2 font-medium text-ink-2 hover:text-ink current:bg-raised current:text-ink"
            >
              <Icon className="icon" aria-hidden />
              {place.label}
              {count ? <Count of={count} /> : null}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Count({ of }: { of: number }) {
  return (
    <span className="ml-auto text-sm font-normal text-ink-3 tabular-nums group-aria-[current]:font-semibold group-aria-[current]:text-accent">
      {of.toLocaleString("en")}
    </span>
  )
}
