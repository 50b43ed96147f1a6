import type { Ref } from "react"
import { groupBy } from "@/lib/memory/text/aggregates"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { describeAge } from "@/components/data/time-text"
import { BudgetBar } from "@/components/charts/inline-charts"
import { SELECTABLE, SelectBox } from "@/components/data/row-selection"
import { Td } from "@/components/data/table"
import { formatCount } from "@/lib/memory/text/sentence"
import { Tag } from "@/components/ui/tag"
import { VisibleText } from "../text/visible-text"
import { parentFolder } from "@/lib/memory/memory-files/paths"

/** A row of the file list: the part of `listMemoryFiles`’ answer that the list shows. */
export interface ListedFile {
  id: string
  path: string
  title: string | null
  format: string
  formatName: string
  scope: string
  state: "present" | "gone" | "broken"
  project: { slug: string; name: string }
  agent: string | null
  /** Category that shares the file. Null for other files. */
  category: string | null
  lines: number
  budget: number | null
  /** Number of lines that the harness loads. Null if it loads all, or if the limit is not in lines. */
  limit: number | null
  /** Number of lines that are not loaded. */
  below: number
  /** Number of entries, without retired ones. */
  entries: number
  problems: number
  updatedOn: string | null
}

export const FILE_STATES = ["broken", "past-cut", "over-budget", "problems", "gone", "fine"] as const
type FileState = (typeof FILE_STATES)[number]

/** Returns the worst state that applies to a file. */
export function stateOf(file: ListedFile): FileState {
  if (file.state === "gone") return "gone"
  if (file.state === "broken") return "broken"
  if (file.below > 0) return "past-cut"
  if (file.budget !== null && file.lines > file.budget) return "over-budget"
  return file.problems > 0 ? "problems" : "fine"
}

export const FILE_STATE_NAMES: Record<FileState, string> = {
  broken: "Malformed",
  "past-cut": "Truncated",
  "over-budget": "Over budget",
  problems: "With problems",
  gone: "Removed from source",
  fine: "No problems",
}

/** Filters of the list in the URL: `?q=tester&format=kaizen&scope=project&state=past-cut`. */
export interface ListView {
  words: string[]
  format: string
  scope: string
  state: FileState | null
}

export function readListView(query: { get(name: string): string | null }): ListView {
  const state = query.get("state")
  return {
    words: (query.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean),
    format: query.get("format") ?? "",
    scope: query.get("scope") ?? "",
    state: FILE_STATES.find((one) => one === state) ?? null,
  }
}

export function matchingFiles(files: readonly ListedFile[], view: ListView): ListedFile[] {
  return files.filter((file) => {
    if (view.format !== "" && file.format !== view.format) return false
    if (view.scope !== "" && file.scope !== view.scope) return false
    if (view.state !== null && stateOf(file) !== view.state) return false
    const text =
      `${file.path} ${file.agent ?? file.category ?? ""} ${file.title ?? ""} ${file.project.name}`.toLowerCase()
    return view.words.every((word) => text.includes(word))
  })
}

export type ListLine =
  | {
      readonly kind: "folder"
      readonly project: { slug: string; name: string }
      readonly folder: string
      readonly files: number
    }
  /** `name` is the path below the folder. */
  | { readonly kind: "file"; readonly file: ListedFile; readonly name: string }

/** Returns the rows of the file list: projects by name, folders by path, and the files below each folder. */
export function listLines(files: readonly ListedFile[]): ListLine[] {
  const byProject = groupBy(files, (file) => file.project.slug)
  return [...byProject.values()]
    .toSorted((a, b) => (a[0]?.project.name ?? "").localeCompare(b[0]?.project.name ?? ""))
    .flatMap((some) => {
      const project = some[0]?.project ?? { slug: "", name: "" }
      const folders = foldersOf(some.map((file) => file.path))
      const byFolder = groupBy(some, (file) => folders.get(file.path) ?? "")
      return [...byFolder]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([folder, own]): ListLine[] => [
          { kind: "folder", project, folder, files: own.length },
          ...own.map((file): ListLine => ({
            kind: "file",
            file,
            name: folder === "" ? file.path : file.path.slice(folder.length + 1),
          })),
        ])
    })
}

/**
 * Returns the folder to list each path under: its own folder, or the parent folder if the file is alone in
 * its own.
 */
function foldersOf(paths: readonly string[]): Map<string, string> {
  const held = new Map<string, number>()
  for (const path of paths) held.set(parentFolder(path), (held.get(parentFolder(path)) ?? 0) + 1)
  return new Map(
    paths.map((path) => {
      const own = parentFolder(path)
      const above = parentFolder(own)
      return [path, (held.get(own) ?? 0) > 1 || above === "" ? own : above]
    }),
  )
}

/** A tag for the worst state of a file. Renders nothing if the file has no problems. */
function FileStateTag({ file }: { file: ListedFile }) {
  switch (stateOf(file)) {
    case "gone":
      return <Tag>removed</Tag>
    case "broken":
      return <Tag tone="danger">malformed</Tag>
    case "past-cut":
      return <Tag tone="danger">{formatCount(file.below, "line")} not loaded</Tag>
    case "over-budget":
      return <Tag tone="caution">{formatCount(file.lines - (file.budget ?? 0), "line")} over budget</Tag>
    case "problems":
      return <Tag tone="caution">{formatCount(file.problems, "problem")}</Tag>
    case "fine":
      return null
  }
}

interface FileRowProps {
  team: string
  file: ListedFile
  /** The file's path below its folder row. */
  name: string
  /** ISO date. */
  today: string
  position: number
  index: number
  isSelected: boolean
  onSelect: (id: string) => void
  rowRef: Ref<HTMLTableRowElement>
}

/** One memory file. The whole row is a link to it. */
export function FileRow({
  team,
  file,
  name,
  today,
  position,
  index,
  isSelected,
  onSelect,
  rowRef,
}: FileRowProps) {
  return (
    <tr
      ref={rowRef}
      data-index={index}
      data-row={file.id}
      aria-rowindex={position}
      className={`relative has-focus-visible:bg-accent-wash ${isSelected ? "bg-accent-wash" : "hover:bg-raised"}`}
    >
      <Td className={`max-md:py-2 ${SELECTABLE}`}>
        <SelectBox name={file.path} checked={isSelected} onToggle={() => onSelect(file.id)} />
        <Link
          href={filePath(team, file.id)}
          title={file.path}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          <VisibleText text={name} />
          {file.title && file.title !== name ? (
            <span className="ml-2 font-normal text-ink-3 max-lg:hidden">
              <VisibleText text={file.title} />
            </span>
          ) : null}
        </Link>
        <span className="mt-1 flex items-center gap-2 text-sm text-ink-3 md:hidden">
          <Lines file={file} />
          <FileStateTag file={file} />
        </span>
      </Td>
      <Td className="hidden truncate text-ink-2 lg:table-cell">
        {file.agent ??
          (file.category === null ? null : <span className="text-ink-3">all agents in {file.category}</span>)}
      </Td>
      <Td className="hidden truncate text-ink-2 2xl:table-cell">{file.formatName}</Td>
      <Td className="hidden md:table-cell">
        <Lines file={file} />
      </Td>
      <Td numeric className="hidden lg:table-cell">
        {file.entries.toLocaleString("en")}
      </Td>
      <Td className="hidden text-ink-2 md:table-cell">
        {file.updatedOn === null ? "undated" : describeAge(file.updatedOn, today)}
      </Td>
      <Td className="hidden md:table-cell">
        <FileStateTag file={file} />
      </Td>
    </tr>
  )
}

/** The number of lines, with a bar if the file has a budget or a load limit. */
function Lines({ file }: { file: ListedFile }) {
  const measured = file.budget !== null || file.limit !== null
  return (
    <>
      {measured ? (
        <BudgetBar
          lines={file.lines}
          budget={file.budget}
          limit={file.limit}
          tone={file.below > 0 ? "danger" : undefined}
          className="mr-2.25 w-24"
        />
      ) : null}
      <span className="text-ink-2 tabular-nums">
        {file.lines.toLocaleString("en")}
        {measured ? null : (
          <span className="text-ink-3 md:sr-only"> {file.lines === 1 ? "line" : "lines"}</span>
        )}
      </span>
    </>
  )
}

interface FolderRowProps {
  project: string
  /** False if the list shows a single project. */
  showProject: boolean
  folder: string
  files: number
  position: number
}

/** A row that names a folder. Only the row has a background, so that the name can overflow its cell. */
export function FolderRow({ project, showProject, folder, files, position }: FolderRowProps) {
  const below =
    showProject && `${folder}/`.startsWith(`${project}/`) ? folder.slice(project.length + 1) : folder
  return (
    <tr aria-rowindex={position} className="bg-raised">
      <th scope="colgroup" className={`${CELL} px-3 text-left font-medium`}>
        <span className="flex gap-2 md:w-120 lg:w-160 xl:w-200">
          {showProject ? <span className="max-w-1/2 shrink-0 truncate">{project}</span> : null}
          <span className={`truncate ${showProject ? "font-normal text-ink-2" : ""}`}>
            {below !== "" && <VisibleText text={below} />}
            {below === "" && !showProject && "Root folder"}
          </span>
          <span className="shrink-0 font-normal text-ink-3">{formatCount(files, "file")}</span>
        </span>
      </th>
      {/* One cell for each column of `FileHead`: a span over hidden columns would add some. */}
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden 2xl:table-cell`} />
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
    </tr>
  )
}

const CELL = "h-7.5 border-t border-line"
