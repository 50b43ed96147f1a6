"use client"

import {
  Menu,
  Search,
  X,
  BookOpen,
  FolderSync,
  House,
  Inbox,
  LayoutGrid,
  Settings,
  Sparkles,
  LogOut,
  Monitor,
  Moon,
  Sun,
  ChevronsUpDown,
} from "lucide-react"
import { usePathname, useSearchParams, useParams } from "next/navigation"
import { type ReactNode, useRef, useState, useTransition } from "react"
import { useTheme } from "next-themes"
import { openOverlay } from "@/components/data/open-overlay"
import { Link } from "@/components/ui/link"
import { MenuButton } from "@/components/ui/menu-button"
import { Avatar } from "@/components/comments/avatar"
import { Kbd } from "@/components/ui/kbd"
import type { MenuGroup } from "@/components/ui/menu"
import { useWaitingCount } from "../data/waiting-count"
import { PLACES, placePath, type RailSegment, pageOfPath, type PageSegment, placeOfPath } from "./navigation"

const SQUARE = "grid size-9 place-items-center rounded-md text-ink-2 hover:bg-raised hover:text-ink"

/** The navigation rail. On a narrow screen it is a menu in a top bar, which closes on navigation. */
export function RailFrame({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  const here = `${usePathname()}?${useSearchParams().toString()}`
  const [openAt, setOpenAt] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = openAt === here
  const fold = () => {
    setOpenAt(null)
    button.current?.focus()
  }
  return (
    <header className="z-30 max-md:sticky max-md:top-0 print:hidden">
      <div className="flex h-top items-center gap-1 border-b border-line bg-ground pr-2 pl-4 md:hidden">
        {brand}
        <button
          type="button"
          aria-label="Search or jump to…"
          className={`${SQUARE} ml-auto`}
          onClick={() => openOverlay("palette")}
        >
          <Search className="icon" aria-hidden />
        </button>
        <button
          ref={button}
          type="button"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="rail"
          className={SQUARE}
          onClick={() => setOpenAt(open ? null : here)}
        >
          {open ? <X className="icon" aria-hidden /> : <Menu className="icon" aria-hidden />}
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape folds the menu from anywhere in it */}
      <nav
        id="rail"
        aria-label="Pages"
        onKeyDown={(event) => (event.key === "Escape" && open ? fold() : undefined)}
        className={`flex-col border-line px-2 py-2.5 max-md:absolute max-md:inset-x-0 max-md:gap-3 max-md:border-b max-md:bg-ground max-md:shadow-float md:sticky md:top-0 md:flex md:h-dvh md:overflow-y-auto md:border-r ${open ? "flex" : "hidden"}`}
      >
        {children}
      </nav>
    </header>
  )
}

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

export interface PersonProps {
  name: string
  /** Server action that ends the session. */
  signOut: () => Promise<void>
}

const THEMES = [
  { theme: "system", label: "System", icon: <Monitor className="icon" aria-hidden /> },
  { theme: "light", label: "Light", icon: <Sun className="icon" aria-hidden /> },
  { theme: "dark", label: "Dark", icon: <Moon className="icon" aria-hidden /> },
]

/** The user menu at the bottom of the rail: theme, keyboard shortcuts, sign out. */
export function Person({ name, signOut }: PersonProps) {
  const { theme, setTheme } = useTheme()
  const [, startTransition] = useTransition()
  return (
    <div className="mt-auto flex items-center gap-1">
      <MenuButton
        side="top"
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-ink-2 hover:bg-raised hover:text-ink"
        groups={[
          {
            label: "Theme",
            items: THEMES.map((one) => ({
              ...one,
              current: one.theme === theme,
              run: () => setTheme(one.theme),
            })),
          },
          {
            items: [
              {
                label: "Sign out",
                icon: <LogOut className="icon" aria-hidden />,
                run: () => startTransition(signOut),
              },
            ],
          },
        ]}
      >
        <Avatar name={name} />
        <span className="truncate">{name}</span>
      </MenuButton>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        className="grid size-8 shrink-0 place-items-center rounded-md"
        onClick={() => openOverlay("keys")}
      >
        <Kbd hidden>?</Kbd>
      </button>
    </div>
  )
}

/**
 * Returns the team and project in the URL, the place of the page in the rail, and its segment. `place` and
 * `page` are null if the page is not in the navigation.
 */
export function useCurrentPage(): {
  team: string
  project: string | null
  place: RailSegment | null
  page: PageSegment | null
} {
  const { team } = useParams<{ team: string }>()
  const project = useSearchParams().get("project")
  const path = usePathname().split("/").slice(3).join("/")
  return { team, project, place: placeOfPath(path), page: pageOfPath(path) }
}

export interface SwitchableTeam {
  slug: string
  name: string
  projects: readonly { slug: string; name: string }[]
}

/** The team and project switcher. Switching keeps the current page. */
export function Switcher({
  teams,
  mayMakeTeams,
}: {
  teams: readonly SwitchableTeam[]
  mayMakeTeams: boolean
}) {
  const { team: slug, project, page } = useCurrentPage()
  const team = teams.find((one) => one.slug === slug)
  const chosen = team?.projects.find((one) => one.slug === project)
  return (
    <MenuButton
      groups={[...choices(teams, slug, chosen?.slug ?? null, page ?? ""), ...(mayMakeTeams ? [MAKE] : [])]}
      className="flex h-8.5 w-full items-center gap-1.5 rounded-md border border-line bg-surface px-2 font-medium hover:border-line-strong"
    >
      <span className="sr-only">Team and project: </span>
      <span className="truncate">{team?.name ?? slug}</span>
      <span className="min-w-0 flex-1 truncate text-left font-normal text-ink-3">
        / {chosen?.name ?? "all projects"}
      </span>
      <ChevronsUpDown className="icon text-ink-3" aria-hidden />
    </MenuButton>
  )
}

const MAKE: MenuGroup = { label: "Instance", items: [{ label: "New team…", href: "/new-team" }] }

function choices(
  teams: readonly SwitchableTeam[],
  slug: string,
  project: string | null,
  segment: Parameters<typeof placePath>[1],
): MenuGroup[] {
  const here = teams.find((one) => one.slug === slug)
  const others = teams.filter((one) => one.slug !== slug)
  return [
    {
      label: here ? `Projects in ${here.name}` : "Projects",
      items: [
        { label: "All projects", href: placePath(slug, segment, null), current: project === null },
        ...(here?.projects ?? []).map((one) => ({
          label: one.name,
          href: placePath(slug, segment, one.slug),
          current: one.slug === project,
        })),
      ],
    },
    ...(others.length > 0
      ? [
          {
            label: "Other teams",
            items: others.map((one) => ({ label: one.name, href: placePath(one.slug, segment, null) })),
          },
        ]
      : []),
  ]
}
