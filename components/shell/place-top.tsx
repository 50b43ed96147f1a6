import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { PageTop } from "@/components/ui/page-top"
import { Tabs } from "@/components/ui/tabs"
import { PLACE_GUIDES } from "./place-guides"
import { type PageContext, type PlaceTab, placePath, positionOf, type Segment } from "./navigation"

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
