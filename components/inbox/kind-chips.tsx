import { Link } from "@/components/ui/link"
import { changedQuery } from "@/components/data/update-query"
import type { Filters, TabName } from "./filters"

/** The kinds of items, each a tab of the address: `?tab=alerts`. */
const KINDS = [
  { tab: "proposals", label: "Proposals" },
  { tab: "conflicts", label: "Conflicts" },
  { tab: "coach", label: "Coach" },
  { tab: "seed", label: "Seeds" },
  { tab: "alerts", label: "Alerts" },
] as const satisfies readonly { tab: TabName; label: string }[]

interface KindChipsProps {
  filters: Filters
  /** The number of undecided items of each kind. */
  figures: Readonly<Record<TabName, number | undefined>>
}

/** Filters the list by kind. Selecting the current kind again shows all kinds. */
export function KindChips({ filters, figures }: KindChipsProps) {
  if (filters.tab === "snoozed" || filters.tab === "decided") return null
  const query = new URLSearchParams({
    ...(filters.project === null ? {} : { project: filters.project }),
    ...(filters.assignee === "me" ? { assignee: "me" } : {}),
  })
  return (
    <ul aria-label="Kinds" className="flex flex-wrap gap-1 border-b border-line px-3 py-2">
      {KINDS.map(({ tab, label }) => {
        const isSet = filters.tab === tab
        return (
          <li key={tab}>
            <Link
              href={changedQuery(query, { tab: isSet ? null : tab })}
              aria-current={isSet ? "true" : undefined}
              className="block rounded-full border border-line px-1.75 py-0.25 text-sm text-ink-2 hover:border-line-strong hover:text-ink current:border-accent current:bg-accent-wash current:text-accent"
            >
              {label}
              {figures[tab] ? (
                <span className="tabular-nums"> {figures[tab].toLocaleString("en")}</span>
              ) : null}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
