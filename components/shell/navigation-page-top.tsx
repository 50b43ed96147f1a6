import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { PageTop, Tabs } from "@/components/ui/page-top"
import { placePath, positionOf, type PageContext, type PlaceTab, type Segment } from "./navigation"

/** Slug of the guide for a page, with an optional anchor. Shown as "?" beside the page's name. */
const PLACE_GUIDES: Readonly<Partial<Record<Segment, string>>> = {
  agents: "agents",
  "agents/overlap": "agents#silo",
  "agents/overlap/repeated": "agents#overlap",
  "agents/overlap/coverage": "agents#overlap",
  "agents/delivery": "agents#delivery",
  "agents/delivery/files": "agents#load-limit",
  "memory/verify": "review#verify",
  "memory/compact": "compaction",
  coach: "coach#coach-claims",
  sources: "import",
  "sources/write-back": "sync#write-back-from-the-server",
  "sources/migrate": "memory-protocol#category-memory",
  "settings/categories": "seeding#suggested-predecessors",
  "settings/policies": "review#decide-in-the-inbox",
}

interface PlaceTopProps {
  team: string
  /** Slug of the selected project, kept in the links of the tabs. */
  project?: string | null
  /** The current page. */
  current: Segment
  /** True if the user manages the team. Some tabs are for managers only. */
  manages?: boolean
  actions?: ReactNode
}

/** The head of a page of the navigation: the name of its place, its tabs, and the views of the current tab. */
export function PlaceTop({ team, project = null, current, manages = true, actions }: PlaceTopProps) {
  const { place, tab } = positionOf(current)
  const mayOpen = (page: PageContext) => manages || !page.manages
  const tabs = (place.tabs ?? []).filter(mayOpen)
  const views = (tab?.views ?? []).filter(mayOpen)
  const href = (page: PageContext) => placePath(team, page.segment as Segment, project)
  return (
    <>
      <PageTop
        title={place.label}
        guide={PLACE_GUIDES[current]}
        tabs={
          tabs.length > 0 ? (
            <Tabs
              label={place.label}
              tabs={tabs.map((one: PlaceTab) => ({
                label: one.label,
                href: href(one),
                current: one === tab,
              }))}
            />
          ) : undefined
        }
        actions={actions}
      />
      {tab && views.length > 1 ? (
        <nav aria-label={tab.label} className="px-4 pt-3.5 print:hidden">
          <ul className="inline-flex max-w-full overflow-x-auto rounded-md border border-line bg-surface p-0.5">
            {views.map((view) => (
              <li key={view.segment}>
                <Link
                  href={href(view)}
                  aria-current={view.segment === current ? "page" : undefined}
                  className="block rounded-sm px-2.25 py-0.75 whitespace-nowrap text-ink-2 hover:text-ink current:bg-raised current:font-medium current:text-ink"
                >
                  {view.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </>
  )
}
