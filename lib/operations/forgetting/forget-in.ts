import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { WrittenChange } from "@/lib/memory/proposals/written-change"
import type { FileWriting } from "../proposals/file-writing"

/** Entries that were removed from an open file. */
export interface RemovedEntries {
  readonly changes: readonly WrittenChange[]
  /** Changes that add the entries again, against the text after the removal. */
  readonly inverse: readonly WrittenChange[]
}

/**
 * Removes entries from an open file. Entries that are no longer in the file are skipped. Removed entries
 * count as forgotten only after the file is closed and `keepForgotten` is called with the new revision.
 */
export function forgetEntriesIn(file: FileWriting, entries: readonly string[]): Outcome<RemovedEntries> {
  const changes = [...new Set(entries)].flatMap((id): WrittenChange[] => {
    const entry = file.standing.find((one) => one.id === id)
    return entry ? [{ kind: "remove", entry: id, before: entry.text }] : []
  })
  if (changes.length === 0) return done({ changes, inverse: [] })
  const result = file.write(changes)
  if ("why" in result) return refused("invalid", `${file.head.path}: ${result.why}`)
  return done({ changes: result.written.applied, inverse: result.inverse })
}
