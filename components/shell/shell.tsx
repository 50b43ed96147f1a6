import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { Brand } from "./brand"
import { LazyWaitingWatch } from "./lazy-waiting-watch"
import { Overlays } from "./overlays"
import {
  Person,
  type PersonProps,
  RailFrame,
  type RailCounts,
  RailLinks,
  type SwitchableTeam,
  Switcher,
} from "./rail"

interface ShellProps {
  /** Number of changes of the team when the page was rendered. */
  drawnAt: number
  teams: readonly SwitchableTeam[]
  counts: RailCounts
  person: PersonProps
  /** True if the user manages the team. */
  manages: boolean
  mayMakeTeams: boolean
  /** Banner above every page, or null. */
  banner: ReactNode
  children: ReactNode
}

/** The frame of every team page. It contains `main`; the page provides the h1. */
export function Shell({
  drawnAt,
  teams,
  counts,
  person,
  manages,
  mayMakeTeams,
  banner,
  children,
}: ShellProps) {
  return (
    <div className="shell" data-drawn-at={drawnAt}>
      <a
        href="#main"
        className="sr-only rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <RailFrame brand={<Brand />}>
        <Link href="/" className="rounded-md px-2 pt-1.25 pb-4 max-md:hidden">
          <Brand />
        </Link>
        <div className="md:mb-2.5">
          <Switcher teams={teams} mayMakeTeams={mayMakeTeams} />
        </div>
        <RailLinks counts={counts} />
        <Person {...person} />
      </RailFrame>
      <main id="main" tabIndex={-1} className="min-w-0 outline-none">
        {banner}
        {children}
      </main>
      <Overlays teams={teams} manages={manages} />
      {counts.inbox === undefined ? null : <LazyWaitingWatch waiting={counts.inbox} />}
    </div>
  )
}
