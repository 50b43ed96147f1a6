"use client"

import { ownValue } from "@/lib/memory/text/own-value"
import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useLayoutEffect, useRef, useState } from "react"
import { type KeyBinding, useKeys } from "@/components/data/keys"
import { Th } from "@/components/data/table"
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
/** The height of the sticky header. */
const COVERED_PX = 80

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
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(
    () => setTop(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0),
    [],
  )
  // oxlint-disable-next-line react/incompatible-library -- its values are read in this render only
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => ROW_PX[lines[index]?.kind ?? "item"],
    getItemKey: (index) => keyOf(lines[index]),
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: COVERED_PX,
    initialRect: { width: 1_200, height: 1_200 },
  })
  const drawn = rows.getVirtualItems()
  const above = (drawn[0]?.start ?? top) - top
  const below = rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top)
  const step = (by: 1 | -1) => {
    const here = lines.findIndex(
      (line) => line.kind === "item" && line.item.path === focused()?.dataset.choose,
    )
    let next = here < 0 && by < 0 ? lines.length - 1 : here + by
    for (let line = lines[next]; line && !isChoosableLine(line); line = lines[next]) next += by
    const line = lines[next]
    if (line?.kind !== "item") return
    rows.scrollToIndex(next)
    requestAnimationFrame(() =>
      body.current
        ?.querySelector<HTMLElement>(`[data-choose="${CSS.escape(line.item.path)}"]`)
        ?.focus({ preventScroll: true }),
    )
  }
  const keys: KeyBinding[] = [
    { keys: "j", does: "Next file", run: () => step(1) },
    { keys: "k", does: "Previous file", run: () => step(-1) },
    { keys: "x", does: "Select the file (Shift-click selects a range)", run: () => focused()?.click() },
    { keys: "Enter", does: "Show findings", run: () => openFocused(onOpen) },
  ]
  useKeys("Import files", chosen === null ? [] : keys)
  return (
    <div className="rounded-lg border border-line bg-surface">
      <table
        aria-label="Import files"
        aria-rowcount={lines.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <ItemTableHead choosing={chosen !== null} />
        <tbody ref={body}>
          <Gap height={above} />
          {drawn.map(({ index, key }) => {
            const line = lines[index]
            if (!line) return null
            const place = { index, rowRef: rows.measureElement }
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
            if (line.kind === "group") {
              const number =
                chosen === null ? 0 : line.placeable.filter((path) => chosen.paths.has(path)).length
              return (
                <ItemGroupRow
                  key={key}
                  group={line}
                  choosing={chosen !== null}
                  chosen={number}
                  onChoose={() => chosen?.toggleAll(line.placeable)}
                  {...place}
                />
              )
            }
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
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
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

/** Spacer for rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
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

const isChoosableLine = (line: ItemLine): boolean => line.kind === "item" && isChoosable(line.item)

function keyOf(line: ItemLine | undefined): string {
  if (!line) return ""
  if (line.kind === "group") return `group:${line.key}`
  return line.kind === "item" ? `item:${line.item.path}` : `found:${line.path}:${line.place}`
}
