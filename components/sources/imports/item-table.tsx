"use client"

import { ownValue } from "@/lib/memory/text/own-value"
import type { KeyBinding } from "@/components/data/keys"
import { Th } from "@/components/data/table"
import { type VirtualRow, VirtualTable } from "@/components/data/virtual/virtual-table"
import { DiagnosticRow } from "./diagnostic-row"
import { ItemGroupRow } from "./item-group-row"
import type { ItemLine } from "./item-lines"
import { ItemRow } from "./item-row"
import { isChoosable } from "../source"
import type { FileSelection } from "./use-chosen"

interface ItemTableProps {
  lines: readonly ItemLine[]
  formatNames: Readonly<Record<string, string>>
  /** True if the import ended before all files were stored. */
  halfway: boolean
  /** The address prefix of file conflicts in the inbox; null before the import has run. */
  conflictsAt: string | null
  /** The selection; null if nothing can change any more. */
  chosen: FileSelection | null
  open: ReadonlySet<string>
  onOpen: (path: string) => void
}

const ROW_PX = { group: 30, item: 34, diagnostic: 28 }

/** The files of an import in a virtual list. */
export function ItemTable({
  lines,
  formatNames,
  halfway,
  conflictsAt,
  chosen,
  open,
  onOpen,
}: ItemTableProps) {
  const more: KeyBinding[] = [
    { keys: "x", does: "Select the file (Shift-click selects a range)", run: () => focused()?.click() },
    { keys: "Enter", does: "Show findings", run: () => openFocused(onOpen) },
  ]
  const draw = (line: ItemLine, { index, measure: rowRef }: VirtualRow, key: string) => {
    const place = { index, rowRef }
    if (line.kind === "diagnostic")
      return (
        <DiagnosticRow
          key={key}
          diagnostic={line.diagnostic}
          columns={chosen === null ? 2 : 3}
          decideAt={
            conflictsAt !== null && line.diagnostic.code === "changed-on-both-sides"
              ? conflictsAt + encodeURIComponent(line.path)
              : null
          }
          {...place}
        />
      )
    if (line.kind === "group")
      return (
        <ItemGroupRow
          key={key}
          group={line}
          choosing={chosen !== null}
          chosen={chosen === null ? 0 : line.placeable.filter((path) => chosen.paths.has(path)).length}
          onChoose={() => chosen?.toggleAll(line.placeable)}
          {...place}
        />
      )
    const { item, firstOfAgent } = line
    return (
      <ItemRow
        key={key}
        item={item}
        firstOfAgent={firstOfAgent}
        formatName={item.format === null ? "" : (ownValue(formatNames, item.format) ?? item.format)}
        halfway={halfway}
        choosing={chosen !== null}
        chosen={chosen?.paths.has(item.path) ?? false}
        onChoose={(event) => chosen?.toggle(item.path, event.shiftKey)}
        open={open.has(item.path)}
        onOpen={() => onOpen(item.path)}
        {...place}
      />
    )
  }
  return (
    <VirtualTable
      label="Import files"
      head={<ItemTableHead choosing={chosen !== null} />}
      lines={lines}
      px={ROW_PX}
      keyOf={keyOf}
      isStop={(line) => line.kind === "item" && isChoosable(line.item)}
      keys={chosen === null ? null : { title: "Import files", row: "file", more }}
      draw={draw}
    />
  )
}

function ItemTableHead({ choosing }: { choosing: boolean }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {choosing ? (
          <Th className="below-top z-10 w-8 rounded-tl-lg bg-surface pr-0">
            <span className="sr-only">Select</span>
          </Th>
        ) : null}
        <Th className="below-top z-10 bg-surface pl-7.75 first:rounded-tl-lg">File</Th>
        <Th className="below-top z-10 w-26 bg-surface max-md:rounded-tr-lg md:w-30">Status</Th>
        <Th className="below-top z-10 hidden w-46 bg-surface md:table-cell">Agent</Th>
        <Th className="below-top z-10 hidden w-50 bg-surface lg:table-cell">Format</Th>
        <Th numeric className="below-top z-10 hidden w-20 rounded-tr-lg bg-surface md:table-cell">
          Entries
        </Th>
      </tr>
    </thead>
  )
}

function focused(): HTMLElement | null {
  const here = document.activeElement
  return here instanceof HTMLElement && here.dataset.choose !== undefined ? here : null
}

function openFocused(onOpen: (path: string) => void): void {
  const path = focused()?.dataset.choose
  if (path !== undefined) onOpen(path)
  else if (document.activeElement instanceof HTMLElement) document.activeElement.click()
}

function keyOf(line: ItemLine): string {
  if (line.kind === "group") return `group:${line.key}`
  return line.kind === "item" ? `item:${line.item.path}` : `found:${line.path}:${line.place}`
}
