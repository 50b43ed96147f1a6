import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { hasPathBelow } from "@/lib/db/memory-files/current-revisions"
import { decidedFiles } from "@/lib/db/memory-files/store-files"
import {
  filesOnBranches,
  pathsOfSources,
  type PendingFile,
  pendingFiles,
  type SourceRow,
} from "@/lib/db/sources/write-backs"
import { groupBy } from "@/lib/memory/text/aggregates"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { sha256Hex } from "@/lib/files/sha256"

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

/**
 * State of a file at its target.
 * - `write`: the target has the merge base.
 * - `make`: the target does not have the file yet.
 * - `merge`: the target changed as well, and both changes are combined.
 * - `remove`: a migration removed the file here, and the target has the merge base.
 * - `same`: the target already has this text, or no longer has the removed file.
 * In all other states, the target stays unchanged.
 */
export const WRITE_BACK_STANDINGS = [
  "write",
  "make",
  "merge",
  "remove",
  "same",
  "conflict",
  "gone",
  "read-only",
  "problem",
  "on-branch",
] as const
export type WriteBackStanding = (typeof WRITE_BACK_STANDINGS)[number]

export interface PlannedWrite {
  readonly file: PendingWrite
  readonly standing: WriteBackStanding
  /** Reason why the file is merged or left unchanged, or null. */
  readonly reason: string | null
  /** Text at the target. Null if the file is missing or unreadable. */
  readonly before: string | null
  /** Text after the write-back. "" if the file is removed. */
  readonly after: string
  /** SHA-256 of the bytes at the target in hexadecimal. Null if there is no file. */
  readonly seen: string | null
}

/** True if the write-back changes the target. */
export const isWritten = ({ standing }: Pick<PlannedWrite, "standing">): boolean =>
  standing === "write" || standing === "make" || standing === "merge" || standing === "remove"

/** Returns a file that is left unchanged at its target. */
export function leaveUnchanged(
  file: PendingWrite,
  standing: Exclude<WriteBackStanding, "write" | "make" | "merge" | "remove">,
  reason: string | null,
  before: string | null = null,
): PlannedWrite {
  return {
    file,
    standing,
    reason,
    before,
    after: before ?? "",
    seen: before === null ? null : sha256Hex(before),
  }
}

/**
 * Plans the removal of a file at its target. `before`: the text at the target. `agreed`: true if this is the
 * merge base. With any other text, the file stays.
 */
export function removal(
  file: PendingWrite,
  { source, before, agreed }: { source: string; before: string; agreed: boolean },
): PlannedWrite {
  if (agreed) return { file, standing: "remove", reason: null, before, after: "", seen: sha256Hex(before) }
  return leaveUnchanged(
    file,
    "conflict",
    `a migration moved this file in Quarterdeck, but it has since been changed in ${source}, so it is kept there. Import ${source} again to restore the file in Quarterdeck, then migrate again, or undo the migration`,
    before,
  )
}

/**
 * Returns the plan without files that cannot be written clearly. If several projects write different texts to
 * one path, none of them is written. A file that another project keeps is not removed.
 */
export function withoutClashes(planned: readonly PlannedWrite[]): PlannedWrite[] {
  const writers = new Map<string, PlannedWrite[]>()
  for (const one of planned)
    if (isWritten(one)) writers.set(one.file.place, [...(writers.get(one.file.place) ?? []), one])
  return planned.map((one) => {
    if (one.standing === "remove" && one.file.keptBy !== null)
      return leaveUnchanged(
        one.file,
        "problem",
        `the project ${one.file.keptBy} also has this file, so the file is not removed. Migrate the file there too, or import the folder into only one of the two projects`,
        one.before,
      )
    const others = (writers.get(one.file.place) ?? []).filter((other) => other.after !== one.after)
    if (!isWritten(one) || others.length === 0) return one
    const projects = [one, ...others]
      .map((other) => other.file.projectName)
      .toSorted()
      .join(", ")
    return leaveUnchanged(
      one.file,
      "problem",
      `several projects have different versions of this file (${projects}). Import the folder into only one of them`,
      one.before,
    )
  })
}
