import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/update-query"
import { Panel } from "@/components/ui/panel"
import { TIMELINE_KIND_NAMES, type TimelineItem, type TimelineKind } from "./item"
import { Timeline } from "./timeline"
import { TimelineFilters } from "./timeline-filters"

interface TimelinePanelProps {
  team: string
  /** Slug. */
  project: string
  query: URLSearchParams
  kinds: readonly TimelineKind[]
  items: readonly TimelineItem[]
  next: string | null
  /** ISO instant. */
  now: string
}

/** The timeline of an agent with filters and pages. */
export function TimelinePanel({ team, project, query, kinds, items, next, now }: TimelinePanelProps) {
  const later = query.has("after")
  return (
    <div id="timeline" className="scroll-mt-16">
      <Panel title="Timeline">
        <TimelineFilters query={query} kinds={kinds} />
        {items.length === 0 ? (
          <p className="text-ink-2">{later ? "No older events." : noEvents(kinds)}</p>
        ) : (
          <Timeline team={team} project={project} items={items} now={now} />
        )}
        {later || next ? (
          <nav aria-label="Timeline pages" className="mt-3 flex gap-2">
            {later ? (
              <ButtonLink size="sm" href={`${changedQuery(query, { after: null })}#timeline`}>
                Newest
              </ButtonLink>
            ) : null}
            {next ? (
              <ButtonLink size="sm" href={`${changedQuery(query, { after: next })}#timeline`}>
                Older
              </ButtonLink>
            ) : null}
          </nav>
        ) : null}
      </Panel>
    </div>
  )
}

function noEvents(kinds: readonly TimelineKind[]): string {
  if (kinds.length === 0)
    return "No events yet. Sessions, revisions, proposals, deliveries and alerts will be listed here."
  return `No ${kinds.map((kind) => TIMELINE_KIND_NAMES[kind].toLowerCase()).join(", ")} yet.`
}
