"use client"

import { useDeferredValue, useMemo, useEffect, useRef, useState } from "react"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { useQuery } from "@/components/data/use-query"
import { SelectBox, selectionKeys } from "@/components/data/row-selection"
import { type Selection, useSelection } from "@/components/data/use-selection"
import { VirtualTable } from "@/components/data/virtual-rows"
import {
  FileRow,
  FolderRow,
  listLines,
  matchingFiles,
  readListView,
  type ListLine,
  FILE_STATES,
  FILE_STATE_NAMES,
  stateOf,
  type ListedFile,
} from "./listed-files"
import { formatCount } from "@/lib/memory/text/sentence"
import { Input, Select } from "@/components/ui/field"
import { Th } from "@/components/data/table"
import { TableViewMenu, useTableViewClasses } from "@/components/ui/table-view"
import { callOperation } from "@/components/data/http-client"
import { showErrorToast, showToast } from "@/components/data/show-toast"
import { SelectionBar } from "@/components/ui/bottom-bar"

const COLUMNS = [
  { label: "File", className: "" },
  { label: "Agent", className: "hidden w-38 lg:table-cell xl:w-56" },
  { label: "Format", className: "hidden w-50 2xl:table-cell" },
  { label: "Lines vs. budget", className: "hidden w-44 md:table-cell" },
  { label: "Entries", numeric: true, className: "hidden w-20 lg:table-cell" },
  { label: "Updated", className: "hidden w-29 md:table-cell" },
  { label: "State", className: "hidden w-44 md:table-cell" },
]

const COLUMN_LABELS = COLUMNS.map(({ label }) => label)

function FileHead({ selection, files }: { selection: Selection; files: number }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map((column) => (
          <Th
            key={column.label}
            numeric={column.numeric}
            className={`${column.className} below-top z-10 bg-surface first:rounded-tl-lg first:pl-9 last:rounded-tr-lg`}
          >
            {column === COLUMNS[0] ? (
              <SelectBox
                name="all files"
                checked={selection.ids.length === files}
                onToggle={selection.toggleAll}
              />
            ) : null}
            {column.label}
          </Th>
        ))}
      </tr>
    </thead>
  )
}

const PAUSE_MS = 120

/** Filters of the file list. A plain form, so that it works before hydration. */
function FileFilters({ files, shown }: { files: readonly ListedFile[]; shown: number }) {
  const [query, change] = useQuery()
  const [words, setWords] = useState(query.get("q") ?? "")
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const formats = [...new Map(files.map((file) => [file.format, file.formatName]))].toSorted((a, b) =>
    a[1].localeCompare(b[1]),
  )
  const scopes = [...new Set(files.map((file) => file.scope))].toSorted()
  const here = new Set(files.map(stateOf))
  const selects = [
    { name: "format", label: "Format", all: "All formats", options: formats },
    {
      name: "scope",
      label: "Scope",
      all: "All scopes",
      options: scopes.map((scope) => [scope, scope] as const),
    },
    {
      name: "state",
      label: "State",
      all: "All states",
      options: FILE_STATES.filter((state) => here.has(state)).map(
        (state) => [state, FILE_STATE_NAMES[state]] as const,
      ),
    },
  ]
  return (
    <search>
      <form className="mb-2.5 flex flex-wrap items-center gap-2" onSubmit={(event) => event.preventDefault()}>
        {query.has("project") ? (
          <input type="hidden" name="project" value={query.get("project") ?? ""} />
        ) : null}
        <Input
          type="search"
          name="q"
          aria-label="Filter files by path, agent or title"
          placeholder="Filter files…"
          value={words}
          className="md:max-w-52"
          onChange={(event) => {
            const { value } = event.target
            setWords(value)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => change({ q: value.trim() }), PAUSE_MS)
          }}
        />
        {selects.map(({ name, label, all, options }) => (
          <Select
            key={name}
            name={name}
            aria-label={label}
            value={query.get(name) ?? ""}
            onChange={(event) => change({ [name]: event.target.value })}
            className="text-ink-2 max-md:flex-1 md:max-w-44"
          >
            <option value="">{all}</option>
            {options.map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </Select>
        ))}
        <output className="ml-auto text-sm text-ink-3 tabular-nums max-md:basis-full">
          {shown === files.length
            ? formatCount(shown, "file")
            : `${shown.toLocaleString("en")} of ${formatCount(files.length, "file")}`}
        </output>
        <TableViewMenu table="memory" columns={COLUMN_LABELS} />
      </form>
    </search>
  )
}

interface FileTableProps {
  team: string
  files: readonly ListedFile[]
  /** ISO date from the server, so that ages are the same after hydration. */
  today: string
}

const ROW_PX = { file: 34, folder: 30 }

/** The list of memory files. Only visible rows are rendered. Filters are in the URL. */
export function MemoryFileTable({ team, files, today }: FileTableProps) {
  const [query, change] = useQuery()
  const current = useDeferredValue(query)
  const view = useMemo(() => readListView(current), [current])
  const lines = useMemo(() => listLines(matchingFiles(files, view)), [files, view])
  const showProject = useMemo(() => new Set(files.map((file) => file.project.slug)).size > 1, [files])
  const listed = useMemo(() => lines.flatMap((line) => (line.kind === "file" ? [line.file.id] : [])), [lines])
  const selection = useSelection(listed)
  const viewClasses = useTableViewClasses("memory", COLUMN_LABELS)

  return (
    <>
      <FileFilters files={files} shown={listed.length} />
      {lines.length === 0 ? (
        <Empty
          title="No files match these filters"
          action={
            <Button onClick={() => change({ q: null, format: null, scope: null, state: null })}>
              Show all files
            </Button>
          }
        />
      ) : (
        <VirtualTable
          label="Memory files"
          className={`overflow-clip ${viewClasses}`}
          head={<FileHead selection={selection} files={listed.length} />}
          lines={lines}
          px={ROW_PX}
          keyOf={keyOf}
          isStop={(line) => line.kind === "file"}
          keys={{
            title: "Memory",
            row: "file",
            opens: "Open the file",
            more: selectionKeys("file", selection),
          }}
          renderRow={(line, { index, position, measure }, key) =>
            line.kind === "folder" ? (
              <FolderRow
                key={key}
                project={line.project.name}
                showProject={showProject}
                folder={line.folder}
                files={line.files}
                position={position}
              />
            ) : (
              <FileRow
                key={key}
                {...{ team, today, index, position }}
                file={line.file}
                name={line.name}
                isSelected={selection.has(line.file.id)}
                onSelect={selection.toggle}
                rowRef={measure}
              />
            )
          }
        />
      )}
      <SelectedFiles team={team} selection={selection} />
    </>
  )
}

function keyOf(line: ListLine): string {
  return line.kind === "file" ? line.file.id : `folder:${line.project.slug}/${line.folder}`
}

/** The bulk actions for the selected memory files. */
function SelectedFiles({ team, selection }: { team: string; selection: Selection }) {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const archive = await callOperation("file.download", { team, files: [...selection.ids] })
      saveFile(archive.name, archive.content)
      void showToast(`${formatCount(archive.files, "file")} downloaded`)
    } catch (cause) {
      void showErrorToast((cause as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <SelectionBar label="Selected files" selected={selection.ids.length} onClear={selection.clear}>
      <Button size="sm" variant="primary" disabled={isBusy} onClick={() => void download()}>
        {isBusy ? "Packing…" : "Download as ZIP"}
      </Button>
    </SelectionBar>
  )
}

/** Saves an archive, given as Base64, in the browser’s download folder. */
function saveFile(name: string, content: string): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
