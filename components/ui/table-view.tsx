"use client"

import { Columns3 } from "lucide-react"
import { useMemo, useSyncExternalStore } from "react"
import type { MenuGroup } from "@/components/ui/menu"
import { MenuButton } from "@/components/ui/menu-button"

/** Hides a column by its position, from 2. The first column, which has the links, always shows. */
const HIDDEN_COLUMN = [
  "[&_tr>:nth-child(2)]:hidden",
  "[&_tr>:nth-child(3)]:hidden",
  "[&_tr>:nth-child(4)]:hidden",
  "[&_tr>:nth-child(5)]:hidden",
  "[&_tr>:nth-child(6)]:hidden",
  "[&_tr>:nth-child(7)]:hidden",
  "[&_tr>:nth-child(8)]:hidden",
]

const COMPACT = "[&_td]:h-6.5 [&_td]:text-sm md:[&_td_[data-select]]:top-1.5"

interface TableViewMenuProps {
  /** Names the table in the browser's storage: "agents". */
  table: string
  /** Labels of all columns, in order. */
  columns: readonly string[]
}

/** A button with a menu that hides columns and sets the row height. */
export function TableViewMenu({ table, columns }: TableViewMenuProps) {
  const [view, change] = useTableView(table)
  return (
    <MenuButton
      label="Columns and row height"
      align="end"
      groups={menuGroups(columns.slice(1), view, change)}
      className="grid size-8 place-items-center rounded-md text-ink-3 hover:bg-raised hover:text-ink max-md:hidden"
    >
      <Columns3 className="icon" aria-hidden />
    </MenuButton>
  )
}

/** Returns the classes of a table for the stored view. */
export function useTableViewClasses(table: string, columns: readonly string[]): string {
  const [view] = useTableView(table)
  const hidden = columns.slice(1).map((label, at) => (view.hidden.includes(label) ? HIDDEN_COLUMN[at] : ""))
  return [...hidden, view.isCompact ? COMPACT : ""].filter(Boolean).join(" ")
}

function menuGroups(
  columns: readonly string[],
  view: TableView,
  change: (view: TableView) => void,
): MenuGroup[] {
  const toggle = (label: string) =>
    view.hidden.includes(label) ? view.hidden.filter((one) => one !== label) : [...view.hidden, label]
  return [
    {
      label: "Columns",
      items: columns.map((label) => ({
        label,
        checked: !view.hidden.includes(label),
        run: () => change({ ...view, hidden: toggle(label) }),
      })),
    },
    {
      label: "Rows",
      items: [
        {
          label: "Compact",
          checked: view.isCompact,
          run: () => change({ ...view, isCompact: !view.isCompact }),
        },
      ],
    },
  ]
}

/** How a person wants to see a table. Stored in the browser, so that it does not change links. */
interface TableView {
  /** Labels of the hidden columns. */
  readonly hidden: readonly string[]
  readonly isCompact: boolean
}

const PLAIN = '{"hidden":[],"isCompact":false}'
const CHANGED = "quarterdeck-table-view"
const storageKey = (table: string) => `quarterdeck-table-${table}`

/**
 * Returns the stored view of a table and a function that changes it. `table` names it: "agents". The server
 * and the first render show the plain view.
 */
function useTableView(table: string): [view: TableView, change: (view: TableView) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey(table)) ?? PLAIN,
    () => PLAIN,
  )
  const view = useMemo(() => readTableView(stored), [stored])
  const change = (next: TableView) => {
    localStorage.setItem(storageKey(table), JSON.stringify(next))
    window.dispatchEvent(new Event(CHANGED))
  }
  return [view, change]
}

/** Reads a stored view. Anything invalid is the plain view. */
export function readTableView(stored: string): TableView {
  try {
    const { hidden, isCompact } = JSON.parse(stored) as Partial<Record<keyof TableView, unknown>>
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((one) => typeof one === "string") : [],
      isCompact: isCompact === true,
    }
  } catch {
    return { hidden: [], isCompact: false }
  }
}

function subscribe(onChange: () => void): () => void {
  const events = ["storage", CHANGED]
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}
