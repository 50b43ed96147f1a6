import { ArrowDown, ArrowUp } from "lucide-react"
import { SELECTABLE, SelectBox } from "@/components/data/selection/row-selection"
import { Th } from "@/components/data/table"
import type { Selection } from "@/components/data/selection/use-selection"
import type { FleetView, Sort } from "./fleet-list-view"

const COLUMNS: readonly { sort: Sort; label: string; numeric?: boolean; className: string }[] = [
  { sort: "name", label: "Agent", className: "2xl:w-80" },
  { sort: "lines", label: "Lines / budget", className: "hidden w-48 md:table-cell" },
  { sort: "entries", label: "Entries", numeric: true, className: "hidden w-18 lg:table-cell" },
  { sort: "sessions", label: "Sessions", numeric: true, className: "hidden w-21 2xl:table-cell" },
  { sort: "weeks", label: "Last 12 weeks", className: "hidden w-38 xl:table-cell" },
  { sort: "updated", label: "Updated", className: "hidden w-28 lg:table-cell" },
  { sort: "loaded", label: "Delivery", className: "hidden w-30 xl:table-cell" },
  { sort: "state", label: "State", className: "w-36 max-md:text-right md:w-44 2xl:w-auto" },
]

export const AGENT_COLUMNS = COLUMNS.map(({ label }) => label)

/** The current sorting and its links. Without it the column heads are plain text. */
export interface Sorting {
  view: FleetView
  hrefFor: (column: Sort) => string
  onSort: (column: Sort) => void
}

interface AgentHeadProps {
  sorting?: Sorting
  sticky?: boolean
  /** Set if rows can be selected. `of`: number of agents that can be selected. */
  selection?: { readonly selection: Selection; readonly of: number } | undefined
}

export function AgentHead({ sorting, sticky, selection }: AgentHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map((column) => (
          <Th
            key={column.sort}
            numeric={column.numeric}
            aria-sort={ariaSort(column.sort, sorting)}
            className={`${column.className} ${selection && column.sort === "name" ? SELECTABLE : ""} ${sticky ? "below-top z-10 bg-surface first:rounded-tl-lg last:rounded-tr-lg" : ""}`}
          >
            {selection && column.sort === "name" ? (
              <SelectBox
                name="all agents"
                checked={selection.selection.ids.length === selection.of}
                onToggle={selection.selection.toggleAll}
              />
            ) : null}
            {sorting ? (
              <SortLink column={column.sort} label={column.label} sorting={sorting} />
            ) : (
              column.label
            )}
          </Th>
        ))}
      </tr>
    </thead>
  )
}

function SortLink({ column, label, sorting }: { column: Sort; label: string; sorting: Sorting }) {
  const Arrow = sorting.view.reversed ? ArrowDown : ArrowUp
  return (
    <a
      href={sorting.hrefFor(column)}
      className="inline-flex items-center gap-1 hover:text-ink"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        sorting.onSort(column)
      }}
    >
      {label}
      {sorting.view.sort === column ? <Arrow className="size-3" aria-hidden /> : null}
    </a>
  )
}

function ariaSort(column: Sort, sorting: Sorting | undefined): "ascending" | "descending" | undefined {
  if (sorting?.view.sort !== column) return undefined
  return sorting.view.reversed ? "descending" : "ascending"
}
