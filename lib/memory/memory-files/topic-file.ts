import type { FileRole, FormatId } from "./format"
import { capitalize } from "../text/sentence"

/** Formats whose harness reads an index (`MEMORY.md`) and opens the topic files beside it from there. */
export const BY_INDEX: ReadonlySet<FormatId> = new Set<FormatId>([
  "claude-agent-memory",
  "claude-auto-memory",
  "agents-dir-memory",
])

/**
 * Returns the path of the index that links the topic file at a path; null if the format has no index, or the
 * path is the index.
 */
export function indexPathOf({
  format,
  path,
}: {
  readonly format: FormatId
  readonly path: string
}): string | null {
  const index = `${path.slice(0, path.lastIndexOf("/") + 1)}MEMORY.md`
  return BY_INDEX.has(format) && index !== path ? index : null
}

/** Returns the role of a new file at a path: "topic" if an index links the file, else "memory". */
export const roleOfNewFile = (place: { readonly format: FormatId; readonly path: string }): FileRole =>
  indexPathOf(place) === null ? "memory" : "topic"

/** Returns the title of a new topic file: "Build notes" for `build-notes.md`. */
export function titleOfTopic(path: string): string {
  const words = path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.\w+$/, "")
    .replaceAll(/[-_\s]+/g, " ")
    .trim()
  return capitalize(words)
}

/** Returns the text of a topic file without entries. */
export const emptyTopic = (path: string): string => `# ${titleOfTopic(path)}\n`
