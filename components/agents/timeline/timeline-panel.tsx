import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { Panel } from "@/components/ui/panel"
import { TIMELINE_KIND_NAMES, TIMELINE_KINDS, type TimelineItem, type TimelineKind } from "./timeline-item"
import { Timeline } from "./timeline"
import { Check } from "lucide-react"
import { Link } from "@/components/ui/link"

/** Filter chips of a timeline. Each is a link that toggles its kind in the address. */
function TimelineFilters({ query, kinds }: { query: URLSearchParams; kinds: readonly TimelineKind[] }) {
  const hrefFor = (wanted: readonly TimelineKind[]) =>
    `${changedQuery(query, { kinds: wanted.length === TIMELINE_KINDS.length ? null : wanted.join(","), after: null })}#timeline`
  return (
    <ul aria-label="Filter timeline" className="mb-2 flex flex-wrap gap-1.5">
      <Chip words="All" href={hrefFor([])} on={kinds.length === 0} />
      {TIMELINE_KINDS.map((kind) => {
        const on = kinds.includes(kind)
        return (
          <Chip
            key={kind}
            words={TIMELINE_KIND_NAMES[kind]}
            href={hrefFor(
              on
                ? kinds.filter((one) => one !== kind)
                : TIMELINE_KINDS.filter((one) => one === kind || kinds.includes(one)),
            )}
            on={on}
          />
        )
      })}
    </ul>
  )
}

function Chip({ words, href, on }: { words: string; href: string; on: boolean }) {
  return (
    <li>
      <Link
        href={href}
        scroll={false}
        aria-current={on ? "true" : undefined}
        className="inline-flex h-6 items-center gap-1 rounded-full border border-line-strong px-2.5 text-sm text-ink-2 hover:text-ink current:border-transparent current:bg-accent-wash current:font-medium current:text-accent"
      >
        {on ? <Check className="size-3 shrink-0" aria-hidden /> : null}
        {words}
      </Link>
    </li>
  )
}

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
  return `No ${kinds.map((kind) => TIMELINE_KIND_NAMES[kind].toLowerCase()).join(" or ")} yet.`
}
