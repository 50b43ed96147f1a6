import type { FormatId, Location } from "../memory/memory-files/format"

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
