import type { CompactableFile } from "@/lib/db/compaction/compactions"
import { dayOfLog } from "@/lib/formats/workspace/workspace-place"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/group"

/** A folder with daily logs, and the memory that they are compacted into. */
export interface Workspace {
  /** Null if the first approved proposal creates the memory. */
  readonly memory: CompactableFile | null
  readonly path: string
  readonly format: FormatId
  readonly agent: string | null
  readonly scope: string
  /** Sorted by day. */
  readonly logs: readonly { readonly file: CompactableFile; readonly day: string }[]
}

const CURATED: ReadonlySet<FormatId> = new Set<FormatId>(["memory-workspace", "openclaw-workspace", "kaizen"])

/** Returns the workspaces among the files of one project. Only dated files directly in `memory/` are logs. */
export function workspacesAmong(files: readonly CompactableFile[]): Workspace[] {
  const logs = files.flatMap((file) => {
    const day = file.role === "log" ? dayOfLog(file.path) : null
    return day === null ? [] : [{ file, day }]
  })
  const withOwnLog = files
    .filter(({ format, role }) => format === "kaizen" && role === "memory")
    .map(({ path }) => folderOf(path))
  const byRoot = groupBy(logs, ({ file }) => folderOf(folderOf(file.path)))
  return [...new Set([...byRoot.keys(), ...withOwnLog])].flatMap((root) => {
    const those = byRoot.get(root) ?? []
    const memory =
      files.find(
        (file) => file.role === "memory" && CURATED.has(file.format) && folderOf(file.path) === root,
      ) ?? null
    const first = memory ?? those[0]?.file
    if (first === undefined) return []
    const name = first.format === "kaizen" ? "memory.md" : "MEMORY.md"
    return [
      {
        memory,
        path: memory?.path ?? (root === "" ? name : `${root}/${name}`),
        format: first.format,
        agent: first.agent,
        scope: first.scope,
        logs: those.toSorted(
          (a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)) || (a.file.path < b.file.path ? -1 : 1),
        ),
      },
    ]
  })
}

/** Returns the folder of a path, or "" at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))
