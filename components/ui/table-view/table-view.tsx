"use client"

import { Columns3 } from "lucide-react"
import type { MenuGroup } from "@/components/ui/menu"
import { MenuButton } from "@/components/ui/menu-button"
import { type TableView, useTableView } from "./use-table-view"

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
