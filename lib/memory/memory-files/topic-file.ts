import type { FileRole, FormatId } from "./format"
import { capitalize } from "../text/sentence"

/** Formats whose harness reads an index (`MEMORY.md`) and opens the topic files beside it from there. */
export const BY_INDEX: ReadonlySet<FormatId> = new Set<FormatId>([
  "claude-agent-memory",
  "claude-auto-memory",
  "agents-dir-memory",
])

/** The index that leads to a topic file at a path; null where the format has none, or it is the index itself. */
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

/** Returns the role of a new file at a path. */
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

/** A topic file before it says anything. */
export const emptyTopic = (path: string): string => `# ${titleOfTopic(path)}\n`
