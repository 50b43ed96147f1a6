import type { Ref } from "react"
import { count } from "@/components/data/count"
import type { ItemGroup } from "./item-lines"

interface ItemGroupRowProps {
  group: ItemGroup
  choosing: boolean
  /** The number of selected files in the group. */
  chosen: number
  onChoose: () => void
  index: number
  rowRef: Ref<HTMLTableRowElement>
}

/** The heading row of a project with a checkbox for all its files. */
export function ItemGroupRow({ group, choosing, chosen, onChoose, index, rowRef }: ItemGroupRowProps) {
  const all = chosen > 0 && chosen === group.placeable.length
  return (
    <tr ref={rowRef} data-index={index} aria-rowindex={index + 2} className="bg-raised">
      {choosing ? (
        <td className="h-7.5 border-t border-line pr-0 pl-3">
          {group.placeable.length > 0 ? (
            <input
              type="checkbox"
              aria-label={`Select all of ${group.title}`}
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && !all
              }}
              onChange={onChoose}
              className="block size-3.5 accent-accent"
            />
          ) : null}
        </td>
      ) : null}
      <th
        scope="rowgroup"
        colSpan={2}
        className="h-7.5 truncate border-t border-line px-3 text-left font-medium"
      >
        {group.title}{" "}
        <span className="ml-1 font-normal text-ink-3 tabular-nums">
          {count(group.files, "file")}
          {group.entries > 0 ? `, ${count(group.entries, "entry", "entries")}` : ""}
        </span>
      </th>
      <Rest from="md:table-cell" />
      <Rest from="lg:table-cell" />
      <Rest from="md:table-cell" />
    </tr>
  )
}

/** Fills the remaining columns of the heading row. */
function Rest({ from }: { from: string }) {
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell, not a control
  return <td className={`hidden border-t border-line ${from}`} />
}
