import type { CompactionKind } from "./compaction-types"

/** What there is to compact, and what was. */
export function compactionPath(
  team: string,
  { project, cursor }: { project?: string | null; cursor?: string | null } = {},
): string {
  const said = new URLSearchParams({ ...(project ? { project } : {}), ...(cursor ? { cursor } : {}) })
  return `/t/${team}/memory/compact${said.size > 0 ? `?${said}` : ""}`
}

/** One memory gone through. A file that is not there yet is named by its project and path. */
export function compactPath(
  team: string,
  { file, path, project }: { file: string | null; path: string; project: string },
  kind: CompactionKind,
  more: Readonly<Record<string, string>> = {},
): string {
  return file === null
    ? `/t/${team}/memory/compact/${NO_FILE}?${new URLSearchParams({ kind, project, path, ...more })}`
    : `/t/${team}/memory/compact/${file}?${new URLSearchParams({ kind, ...more })}`
}

/** Stands for the id of a file that is still to be made. */
export const NO_FILE = "new"

/** What waits in the inbox for a decision on a file. The first of these is opened, and no other that waits there. */
export function proposedPath(
  team: string,
  { project, path }: { project: string; path: string },
  proposals: readonly string[],
): string {
  const [first] = proposals
  return `/t/${team}/inbox?${new URLSearchParams({ tab: "proposals", project, q: path, ...(first === undefined ? {} : { item: first }) })}`
}
