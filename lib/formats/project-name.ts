import type { FormatId, Location } from "../memory/memory-files/format"

/**
 * Returns what a format's own folders call the project of a file: the id of `memory/projects/<id>/memory.json`, or the workspace that
 * Claude Code keeps memory for (`-Users-mara-ledger`, without its first dash). Null where they name none.
 */
export function projectNameIn(format: FormatId | null, { scope, subject }: Location): string | null {
  if (subject === null) return null
  if (format === "memory-protocol") return scope === "project" ? subject : null
  return format === "claude-auto-memory" ? subject.replace(/^-+/, "") || subject : null
}
