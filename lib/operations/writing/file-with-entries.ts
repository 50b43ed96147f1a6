import type { Visibility } from "@/lib/memory/teams/visibility"
import {
  currentEntriesOfFile,
  findCurrentFile,
  type CurrentFile,
  type CurrentEntry,
} from "@/lib/db/memory-files/current-revisions"
import { type Reading, readingOf } from "./revise"

export interface FileWithEntries {
  readonly head: CurrentFile
  readonly entries: readonly CurrentEntry[]
  readonly reading: Reading
}

/**
 * Returns an unlocked file with its entries. Reads again if a new revision was stored in the meantime, so
 * that text and entries belong to one revision.
 */
export async function fileWithEntries(visible: Visibility, found: CurrentFile): Promise<FileWithEntries> {
  let head = found
  for (let readings = 1; ; readings += 1) {
    const [{ revision, entries }, reading] = await Promise.all([
      currentEntriesOfFile(visible, head.id),
      readingOf(visible, head),
    ])
    if (revision === 0 || revision === head.revision || readings > MOST_READINGS)
      return { head, entries, reading }
    head = (await findCurrentFile(visible, head.id)) ?? head
  }
}

/**
 * Maximum number of attempts to read a file. A file that changes more often is being imported or is
 * contended. Its result is refused, or compared again under the lock.
 */
const MOST_READINGS = 20
