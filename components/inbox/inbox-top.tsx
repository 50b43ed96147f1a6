import { PageTop } from "@/components/ui/page-top"
import { Tabs } from "@/components/ui/tabs"
import { changedQuery } from "@/components/data/update-query"
import type { Filters } from "./filter-types"
import { isDecided, isWaiting as isWaitingList } from "./filters"
import type { InboxCounts } from "./use-counts"

/** The title and the tabs of the inbox: all, mine, snoozed, decided. */
export function InboxTop({ filters, counts }: { filters: Filters; counts: InboxCounts }) {
  const inProject = new URLSearchParams(filters.project ? { project: filters.project } : {})
  const hrefTo = (more: Record<string, string>) => changedQuery(inProject, more)
  const isWaiting = isWaitingList(filters)
  const isMine = filters.assignee === "me"
  return (
    <PageTop
      title="Inbox"
      tabs={
        <Tabs
          label="Inbox"
          tabs={[
            { label: "All", href: hrefTo({}), count: counts.items, current: isWaiting && !isMine },
            { label: "Mine", href: hrefTo({ assignee: "me" }), current: isWaiting && isMine },
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
