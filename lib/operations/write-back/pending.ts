import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { hasPathBelow } from "@/lib/db/memory-files/current-revisions"
import { decidedFiles } from "@/lib/db/memory-files/stored-files"
import {
  filesOnBranches,
  pathsOfSources,
  type PendingFile,
  pendingFiles,
  type SourceRow,
} from "@/lib/db/sources/write-backs"
import { groupBy } from "@/lib/memory/text/group"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"

/** A file with changes to write to its source, with its texts. */
export interface PendingWrite extends PendingFile {
  /** Path below the source. */
  readonly place: string
  readonly text: string
  /** Text of the merge base. Null if it is not stored, or if the file was created here. */
  readonly agreed: string | null
  /**
   * True if no source has the file, because it was created here or was restored after the source removed it.
   */
  readonly madeHere: boolean
}

const TEXTS_AT_ONCE = 200

/**
 * Returns the pending files of a source. A file that was created here goes to the source with the closest
 * files.
 */
export async function waitingFor(visible: Visibility, source: SourceRow): Promise<PendingWrite[]> {
  const mine = (await bySource(visible)).get(source.id) ?? []
  const holder = prefixOfMemoryFolder(source, [])
  const held =
    holder !== "" &&
    mine.some((file) => file.sourceId === null) &&
    !(await hasPathBelow(visible, source.id, holder))
  const texts = new Map<string, { head: string; base: string | null }>()
  for (let from = 0; from < mine.length; from += TEXTS_AT_ONCE) {
    for (const one of await decidedFiles(
      visible,
      mine.slice(from, from + TEXTS_AT_ONCE).map((file) => file.id),
    ))
      texts.set(one.id, one)
  }
  return mine.flatMap((file): PendingWrite[] => {
    const text = texts.get(file.id)
    const place =
      file.sourceId === null && held && file.path.startsWith(holder)
        ? file.path.slice(holder.length)
        : file.path
    return text
      ? [
          {
            ...file,
            place,
            text: text.head,
            agreed: file.sourceId === null ? null : text.base,
            madeHere: file.sourceId === null || file.returns,
          },
        ]
      : []
  })
}

/**
 * Returns the number of pending files by source id. `onBranch`: number of those that are on a branch with the
 * same text.
 */
export async function countPendingFiles(
  visible: Visibility,
): Promise<Map<string, { files: number; onBranch: number }>> {
  const waiting = await bySource(visible)
  const branches = await filesOnBranches(visible, [...waiting.keys()])
  return new Map(
    [...waiting].map(([sourceId, files]) => [
      sourceId,
      {
        files: files.length,
        onBranch: files.filter((file) => isOnBranch(file, branches.get(file.id))).length,
      },
    ]),
  )
}

/** Returns how many of the given files are pending, by source id. */
export async function countPendingOfSource(
  teamId: string,
  fileIds: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const counts = [...(await bySource(wholeTeamUnchecked(teamId)))].map(
    ([sourceId, files]) => [sourceId, files.filter(({ id }) => fileIds.has(id)).length] as const,
  )
  return new Map(counts.filter(([, number]) => number > 0))
}

const isOnBranch = (
  { goes, head }: PendingFile,
  on: { readonly revision: number; readonly removed: boolean } | undefined,
): boolean => on !== undefined && on.removed === goes && on.revision === head

async function bySource(visible: Visibility): Promise<Map<string, PendingFile[]>> {
  const pending = await pendingFiles(visible)
  const madeHere = pending.filter((file) => file.sourceId === null)
  const known = groupBy(
    await pathsOfSources(visible, [...new Set(madeHere.map((file) => file.projectId))]),
    (one) => one.projectId,
  )
  const placed = pending.flatMap((file) => {
    const sourceId = file.sourceId ?? closestSource(file.path, known.get(file.projectId) ?? [])
    return sourceId === null ? [] : [{ sourceId, file }]
  })
  return new Map(
    [...groupBy(placed, (one) => one.sourceId)].map(([sourceId, files]) => [
      sourceId,
      files.map((one) => one.file),
    ]),
  )
}

/**
 * Returns the id of the source whose paths share most folders with this path. Of several, returns the one
 * with most files. Null without sources.
 */
export function closestSource(
  path: string,
  known: readonly { readonly sourceId: string; readonly path: string }[],
): string | null {
  const bySource = groupBy(known, (one) => one.sourceId)
  const ranked = [...bySource].map(([sourceId, paths]) => ({
    sourceId,
    common: Math.max(...paths.map((one) => commonFolders(one.path, path))),
    files: paths.length,
  }))
  return (
    ranked.toSorted(
      (a, b) => b.common - a.common || b.files - a.files || (a.sourceId < b.sourceId ? -1 : 1),
    )[0]?.sourceId ?? null
  )
}

function commonFolders(one: string, other: string): number {
  const [left, right] = [one.split("/").slice(0, -1), other.split("/").slice(0, -1)]
  let common = 0
  while (common < left.length && left[common] === right[common]) common += 1
  return common
}
