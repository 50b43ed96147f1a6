import { NoticeBell } from "@/components/notifications/notice-bell"
import { PageTop } from "@/components/ui/page-top"
import { Tabs } from "@/components/ui/tabs"
import { changedQuery } from "@/components/data/update-query"
import type { Filters } from "./filter-types"
import { isDecided, isWaiting as isWaitingList } from "./filters"
import { ITEM_KINDS } from "./kinds"
import type { InboxCounts } from "./use-counts"

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
          <NoticeBell {...{ team, now }} hrefOf={({ on, item }) => itemHref(on, item)} />
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
