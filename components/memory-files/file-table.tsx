"use client"

import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { useKeys } from "@/components/data/keys"
import { useQuery } from "@/components/data/use-query"
import { FileFilters } from "./file-filters"
import { FileHead } from "./reader/file-head"
import { FileRow } from "./file-row"
import { FolderRow } from "./folder-row"
import { type ListLine, listLines, matchingFiles, readListView } from "./list-view"
import type { ListedFile } from "./listed-file"

interface FileTableProps {
  team: string
  files: readonly ListedFile[]
  /** ISO date from the server, so that ages are the same after hydration. */
  today: string
}

const FILE_PX = 34
const FOLDER_PX = 30
/** Height above the rows while they scroll: the page's top bar and the table header. */
const COVERED_PX = 80

/** The list of memory files. Only visible rows are rendered. Filters are in the URL. */
export function MemoryFileTable({ team, files, today }: FileTableProps) {
  const [query, change] = useQuery()
  const current = useDeferredValue(query)
  const view = useMemo(() => readListView(current), [current])
  const lines = useMemo(() => listLines(matchingFiles(files, view)), [files, view])
  const showProject = useMemo(() => new Set(files.map((file) => file.project.slug)).size > 1, [files])

  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(
    () => setTop(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0),
    [],
  )
  // oxlint-disable-next-line react/incompatible-library -- its answers are read in this render only
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => (lines[index]?.kind === "folder" ? FOLDER_PX : FILE_PX),
    getItemKey: (index) => keyOf(lines[index]),
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: COVERED_PX,
    initialRect: { width: 1_200, height: 1_200 },
  })
  const drawn = rows.getVirtualItems()
  const above = (drawn[0]?.start ?? top) - top
  const below = rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top)

  const links = useRef(new Map<number, HTMLAnchorElement>())
  const wanted = useRef<number | null>(null)
  const step = (by: 1 | -1) => {
    const here =
      [...links.current].find(([, link]) => link === document.activeElement)?.[0] ??
      (by > 0 ? -1 : lines.length)
    let next = here + by
    while (lines[next]?.kind === "folder") next += by
    if (!lines[next]) return
    wanted.current = next
    rows.scrollToIndex(next)
    links.current.get(next)?.focus({ preventScroll: true })
  }
  useKeys("Memory", [
    { keys: "j", does: "Next file", run: () => step(1) },
    { keys: "k", does: "Previous file", run: () => step(-1) },
    { keys: "Enter", does: "Open the file" },
  ])
  const hold = (index: number) => (link: HTMLAnchorElement | null) => {
    if (!link) return void links.current.delete(index)
    links.current.set(index, link)
    if (wanted.current !== index) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }

  return (
    <>
      <FileFilters files={files} shown={lines.filter((line) => line.kind === "file").length} />
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
        <div className="overflow-clip rounded-lg border border-line bg-surface">
          <table
            aria-label="Memory files"
            aria-rowcount={lines.length + 1}
            className="w-full table-fixed border-separate border-spacing-0"
          >
            <FileHead />
            <tbody ref={body}>
              <Gap height={above} />
              {drawn.map(({ index, key }) => {
                const line = lines[index]
                if (!line) return null
                return line.kind === "folder" ? (
                  <FolderRow
                    key={key}
                    project={line.project.name}
                    showProject={showProject}
                    folder={line.folder}
                    files={line.files}
                    position={index + 2}
                  />
                ) : (
                  <FileRow
                    key={key}
                    team={team}
                    file={line.file}
                    name={line.name}
                    today={today}
                    position={index + 2}
                    index={index}
                    rowRef={rows.measureElement}
                    linkRef={hold(index)}
                  />
                )
              })}
              <Gap height={below} />
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/** Takes the height of the rows outside the window. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}

function keyOf(line: ListLine | undefined): string {
  if (!line) return ""
  return line.kind === "file" ? line.file.id : `folder:${line.project.slug}/${line.folder}`
}
