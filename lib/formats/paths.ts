import type { FormatId, Location } from "../memory/memory-files/format"

/**
 * A path split at slashes and backslashes. `name`: last segment. `folder`: the other segments, joined with
 * slashes; "" if there are none. An absolute path has "" as its first segment.
 */
export interface PathParts {
  readonly segments: readonly string[]
  readonly name: string
  readonly folder: string
}

export function partsOf(path: string): PathParts {
  const segments = path
    .replaceAll("\\", "/")
    .split("/")
    .filter((segment, index) => segment !== "" || index === 0)
  return { segments, name: segments.at(-1) ?? "", folder: segments.slice(0, -1).join("/") }
}

/** A path divided at the folders of a format: the part before and the part below. */
export interface Divided {
  readonly root: string
  readonly below: readonly string[]
  /** Values of the wildcards. */
  readonly wild: readonly string[]
}

/** Divides a path at the last occurrence of consecutive folders; `*` matches any folder. Null if there is none. */
export function divideAt(path: string, ...folders: readonly string[]): Divided | null {
  if (folders.some((folder) => folder !== "*" && !path.includes(folder))) return null
  const { segments } = partsOf(path)
  for (let at = segments.length - 1 - folders.length; at >= 0; at -= 1) {
    const matches = folders.every((folder, index) => folder === "*" || segments[at + index] === folder)
    if (!matches) continue
    const wild = folders.flatMap((folder, index) => (folder === "*" ? [segments[at + index] ?? ""] : []))
    return { root: segments.slice(0, at).join("/"), below: segments.slice(at + folders.length), wild }
  }
  return null
}

/** True for the home folder of a person, not of a project: `~`, `/home/ann`, `/Users/ann`, `/root`. */
export const isHome = (root: string): boolean =>
  root === "~" || /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)$/.test(root)

export const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path)

export const baseName = (name: string): string => name.replace(/\.[^.]+$/, "")

/**
 * Returns the date in the name of a daily log as written, even if the calendar does not have it:
 * `2026-02-15.md`, `2026-02-15-release.md`. Null for other names.
 */
export function dayOf(name: string): string | null {
  return /^(\d{4}-\d{2}-\d{2})(?:[-_. ].*)?\.md$/i.exec(name)?.[1] ?? null
}

/**
 * True for the path of a project with dashes as separators, as Claude Code names folders: `-home-ann-shop`,
 * on Windows `C--Users-ann-shop`.
 */
export const isProjectSlug = (name: string): boolean => /^(?:-[^-]|[A-Za-z]--)/.test(name)

/**
 * Returns the name of a file's project from the folders of its format: the id of
 * `memory/projects/<id>/memory.json`, or the folder of Claude Code's memory of the project
 * (`-Users-mara-ledger`, without its first dash). Null if the folders name none.
 */
export function projectNameIn(format: FormatId | null, { scope, subject }: Location): string | null {
  if (subject === null) return null
  if (format === "memory-protocol") return scope === "project" ? subject : null
  return format === "claude-auto-memory" ? subject.replace(/^-+/, "") || subject : null
}
