import { preloadable } from "@/components/data/preloadable"
import { PageTop, Tabs } from "@/components/ui/page-top"
import { changedQuery } from "@/components/data/url-query"
import { Link } from "@/components/ui/link"
import { ownValue } from "@/lib/memory/text/own-value"
import type { Filters } from "./inbox-filters"
import { isDecided, isWaiting as isWaitingList, isWaiting } from "./inbox-query"
import { ITEM_KINDS } from "./item-kind-registry"
import type { InboxCounts } from "./use-inbox"

const LazyNoticeBell = preloadable(() =>
  import("@/components/notifications/notification-bell").then((one) => one.NoticeBell),
)

interface InboxTopProps {
  team: string
  filters: Filters
  counts: InboxCounts
  /** ISO instant. */
  now: string
}

/** The title and the tabs of the inbox: all, mine, snoozed, decided. */
export function InboxTop({ team, filters, counts, now }: InboxTopProps) {
  const inProject = new URLSearchParams(filters.project ? { project: filters.project } : {})
  const hrefTo = (more: Record<string, string>) => changedQuery(inProject, more)
  const isWaiting = isWaitingList(filters)
  const isMine = filters.assignee === "me"
  return (
    <PageTop
      title="Inbox"
      actions={
        // On phones the bell is in the bar with the menu, where it needs no line of its own.
        <span className="max-md:fixed max-md:top-1.75 max-md:right-22 max-md:z-40">
          <LazyNoticeBell {...{ team, now }} hrefOf={({ on, item }) => itemHref(on, item)} />
        </span>
      }
      tabs={
        <Tabs
          label="Inbox"
          tabs={[
            { label: "All", href: hrefTo({}), count: counts.items, current: isWaiting && !isMine },
            {
              label: "Mine",
              href: hrefTo({ assignee: "me" }),
              count: counts.mine,
              current: isWaiting && isMine,
            },
            {
              label: "Snoozed",
              href: hrefTo({ tab: "snoozed" }),
              count: counts.snoozed,
              current: !isWaiting && !isDecided(filters),
            },
            { label: "Decided", href: hrefTo({ tab: "decided" }), current: isDecided(filters) },
          ]}
        />
      }
    />
  )
}

/** Returns the address of an item in the tab of its kind. */
const itemHref = (kind: string, item: string): string =>
  `?${new URLSearchParams({ tab: ITEM_KINDS.find(({ id }) => id === kind)?.tab ?? "waiting", item })}`

interface KindChipsProps {
  filters: Filters
  /** The number of undecided items of each kind. They add up to the count of the tab All. */
  listed: Readonly<Record<string, number>>
}

/** Filters the list by kind. Selecting the current kind again shows all kinds. */
export function KindChips({ filters, listed }: KindChipsProps) {
  if (!isWaiting(filters)) return null
  const query = new URLSearchParams({
    ...(filters.project === null ? {} : { project: filters.project }),
    ...(filters.assignee === "me" ? { assignee: "me" } : {}),
  })
  return (
    <ul aria-label="Kinds" className="flex flex-wrap gap-1 border-b border-line px-3 py-2">
      {ITEM_KINDS.map(({ id, tab, label }) => {
        const isSet = filters.tab === tab
        const figure = ownValue(listed, id)
        return (
          <li key={id}>
            <Link
              href={changedQuery(query, { tab: isSet ? null : tab })}
              aria-current={isSet ? "true" : undefined}
              className="block rounded-full border border-line px-1.75 py-0.25 text-sm text-ink-2 hover:border-line-strong hover:text-ink current:border-accent current:bg-accent-wash current:text-accent"
            >
              {label}
              {figure ? <span className="tabular-nums"> {figure.toLocaleString("en")}</span> : null}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
