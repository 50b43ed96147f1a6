"use client"

import { ownValue } from "@/lib/memory/text/own-value"
import type { KeyBinding } from "@/components/data/keyboard-shortcuts"
import { Th } from "@/components/data/table"
import { VirtualTable, type VirtualRow } from "@/components/data/virtual-rows"
import type { ItemLine, ItemGroup, FileSelection } from "./import-file-list"
import { ItemRow } from "./import-file-row"
import { isChoosable } from "../import-types"
import { Link } from "@/components/ui/link"
import { type Ref, useEffect, useRef, useState } from "react"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import { capitalize, formatCount } from "@/lib/memory/text/sentence"
import { SeverityIcon } from "../../alerts/alert"
import { Input } from "@/components/ui/field"
import { useQuery } from "@/components/data/use-query"

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
function ItemGroupRow({ group, choosing, chosen, onChoose, index, rowRef }: ItemGroupRowProps) {
  const all = chosen > 0 && chosen === group.placeable.length
  return (
    <tr ref={rowRef} data-index={index} aria-rowindex={index + 2} className="bg-raised">
      {choosing ? (
        <td className="h-7.5 border-t border-line pr-0 pl-3">
          {group.placeable.length > 0 ? (
            <input
              type="checkbox"
              aria-label={`Select all in ${group.title}`}
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
          {formatCount(group.files, "file")}
          {group.entries > 0 ? `, ${formatCount(group.entries, "entry")}` : ""}
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

interface DiagnosticRowProps {
  diagnostic: Diagnostic
  /** The number of columns up to the status, which narrow screens show. */
  columns: number
  /** The address of the file conflict, or null. */
  decideAt: string | null
  index: number
  rowRef: Ref<HTMLTableRowElement>
}

/** A finding in the file above, with its place. */
function DiagnosticRow({ diagnostic, columns, decideAt, index, rowRef }: DiagnosticRowProps) {
  return (
    <tr ref={rowRef} data-index={index} aria-rowindex={index + 2}>
      <td colSpan={columns} className="py-1 pr-3 pl-7.75">
        <span className="flex items-start gap-2 text-ink-2">
          <SeverityIcon severity={diagnostic.severity} />
          <span className="w-14 shrink-0 font-mono text-sm leading-5 text-ink-3 tabular-nums">
            {diagnostic.line}:{diagnostic.column}
          </span>
          <span className="min-w-0">
            {capitalize(diagnostic.message)}
            {decideAt === null ? null : (
              <>
                {" "}
                <Link href={decideAt} className="text-link">
                  Resolve file conflict
                </Link>
              </>
            )}
          </span>
        </span>
      </td>
    </tr>
  )
}

interface ItemTableProps {
  lines: readonly ItemLine[]
  formatNames: Readonly<Record<string, string>>
  /** True if the import was cancelled or failed after it had stored some files. */
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
    { keys: "x", does: "Select the file (Shift-click to select a range)", run: () => focused()?.click() },
    { keys: "Enter", does: "Show findings", run: () => openFocused(onOpen) },
  ]
  const renderRow = (line: ItemLine, { index, measure: rowRef }: VirtualRow, key: string) => {
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
      renderRow={renderRow}
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

const PAUSE_MS = 120

/** Filter of the files by path, agent or project. A GET form that works without scripts. */
export function ItemFilter({ shown, all, loading }: { shown: number; all: number; loading: boolean }) {
  const [query, change] = useQuery()
  const [words, setWords] = useState(query.get("q") ?? "")
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const figures =
    shown === all ? formatCount(all, "file") : `${shown.toLocaleString("en")} of ${formatCount(all, "file")}`
  return (
    <search>
      <form className="mb-2.5 flex items-center gap-2" onSubmit={(event) => event.preventDefault()}>
        {query.has("status") ? <input type="hidden" name="status" value={query.get("status") ?? ""} /> : null}
        <Input
          type="search"
          name="q"
          aria-label="Filter files by path, agent or project"
          placeholder="Filter files…"
          value={words}
          className="md:max-w-67"
          onChange={(event) => {
            const { value } = event.target
            setWords(value)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => change({ q: value.trim() }), PAUSE_MS)
          }}
        />
        <output className="ml-auto text-sm whitespace-nowrap text-ink-3 tabular-nums">
          {loading ? `${figures}, loading more…` : figures}
        </output>
      </form>
    </search>
  )
}
