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
 * Reads the entries of a file that is not locked. Reads its text again if another revision came meanwhile, so
 * that both belong to one revision.
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
 * How often reading is tried. A file that is written more often is being imported or contended for. What is
 * read then is refused, or compared again under its lock.
 */
const MOST_READINGS = 20
