"use client"

import { BookOpen, FolderSync, Inbox, LayoutGrid, Search, Settings, Sparkles, Sprout } from "lucide-react"
import { Link } from "@/components/ui/link"
import { PLACES, placePath, type Segment } from "./places"
import { usePlace } from "./use-place"
import { useWaitingCount } from "./waiting-count"

const ICONS: Record<Segment, typeof Inbox> = {
  inbox: Inbox,
  fleet: LayoutGrid,
  memory: BookOpen,
  search: Search,
  seed: Sprout,
  coach: Sparkles,
  sources: FolderSync,
  settings: Settings,
}

export type Counts = Partial<Record<Segment, number>>

export function RailLinks({ counts }: { counts: Counts }) {
  const { team, project, segment } = usePlace()
  const waiting: Counts = {
    inbox: useWaitingCount(team, counts.inbox),
    seed: useWaitingCount(team, counts.seed, "seed"),
    coach: useWaitingCount(team, counts.coach, "coach"),
  }
  return (
    <ul className="grid gap-px">
      {PLACES.map((place) => {
        const Icon = ICONS[place.segment]
        const count = waiting[place.segment] ?? counts[place.segment]
        return (
          <li key={place.segment}>
            <Link
              href={placePath(team, place.segment, project)}
              aria-current={place.segment === segment ? "page" : undefined}
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
