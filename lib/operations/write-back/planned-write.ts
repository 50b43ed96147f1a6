import { createHash } from "node:crypto"
import type { PendingWrite } from "./pending"

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
    seen: before === null ? null : hashOf(before),
  }
}

export const hashOf = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex")

/**
 * Plans the removal of a file at its target. `before`: the text at the target. `agreed`: true if this is the
 * merge base. With any other text, the file stays.
 */
export function removal(
  file: PendingWrite,
  { source, before, agreed }: { source: string; before: string; agreed: boolean },
): PlannedWrite {
  if (agreed) return { file, standing: "remove", reason: null, before, after: "", seen: hashOf(before) }
  return leaveUnchanged(
    file,
    "conflict",
    `a migration moved this file in Quarterdeck, but it has since been changed in ${source} and stays there. Import ${source} again to restore the file in Quarterdeck, then migrate again, or undo the migration`,
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
        `${one.file.keptBy} also has this file and keeps it. Migrate the file there too, or import the folder into only one of the two projects`,
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
