import { groupBy } from "@/lib/memory/text/aggregates"

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
  for (const path of paths) held.set(parentOf(path), (held.get(parentOf(path)) ?? 0) + 1)
  return new Map(
    paths.map((path) => {
      const own = parentOf(path)
      const above = parentOf(own)
      return [path, (held.get(own) ?? 0) > 1 || above === "" ? own : above]
    }),
  )
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")))
