import type { CompactionKind } from "./compaction-types"

/** Returns the address of the list of due and earlier compactions. */
export function compactionPath(
  team: string,
  { project, cursor }: { project?: string | null; cursor?: string | null } = {},
): string {
  const said = new URLSearchParams({ ...(project ? { project } : {}), ...(cursor ? { cursor } : {}) })
  return `/t/${team}/memory/compact${said.size > 0 ? `?${said}` : ""}`
}

/**
 * Returns the address of the compaction of a memory. A file that does not exist yet is named by project and
 * path.
 */
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

/** Used in place of the ID of a file that does not exist yet. */
export const NO_FILE = "new"

/** Returns the address of the inbox, filtered by a file, with the first of these proposals open. */
export function proposedPath(
  team: string,
  { project, path }: { project: string; path: string },
  proposals: readonly string[],
): string {
  const [first] = proposals
  return `/t/${team}/inbox?${new URLSearchParams({ tab: "proposals", project, q: path, ...(first === undefined ? {} : { item: first }) })}`
}
