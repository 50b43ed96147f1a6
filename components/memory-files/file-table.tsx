"use client"

import { useDeferredValue, useMemo } from "react"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { useQuery } from "@/components/data/use-query"
import { VirtualTable } from "@/components/data/virtual/virtual-table"
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

const ROW_PX = { file: 34, folder: 30 }

/** The list of memory files. Only visible rows are rendered. Filters are in the URL. */
export function MemoryFileTable({ team, files, today }: FileTableProps) {
  const [query, change] = useQuery()
  const current = useDeferredValue(query)
  const view = useMemo(() => readListView(current), [current])
  const lines = useMemo(() => listLines(matchingFiles(files, view)), [files, view])
  const showProject = useMemo(() => new Set(files.map((file) => file.project.slug)).size > 1, [files])

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
        <VirtualTable
          label="Memory files"
          className="overflow-clip"
          head={<FileHead />}
          lines={lines}
          px={ROW_PX}
          keyOf={keyOf}
          isStop={(line) => line.kind === "file"}
          keys={{ title: "Memory", row: "file", opens: "Open the file" }}
          draw={(line, { index, position, measure }, key) =>
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
                rowRef={measure}
              />
            )
          }
        />
      )}
    </>
  )
}

function keyOf(line: ListLine): string {
  return line.kind === "file" ? line.file.id : `folder:${line.project.slug}/${line.folder}`
}
