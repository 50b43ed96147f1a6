import { Link } from "@/components/ui/link"
import { changedQuery } from "@/components/data/update-query"
import { ownValue } from "@/lib/memory/text/own-value"
import type { Filters } from "../filter-types"
import { isWaiting } from "../filters"
import { ITEM_KINDS } from "../kinds"

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
