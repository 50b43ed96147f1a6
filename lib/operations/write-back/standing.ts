import { createHash } from "node:crypto"
import type { Waiting } from "./pending"

/**
 * What is to happen to a file at its target. `write`: it says there what it said when the two last agreed. `make`: it is not there yet.
 * `merge`: it went on there, and both changes go together. `remove`: a migration took it away here, and there it says what the two last
 * agreed on. `same`: it says so there already, or is not there any more. The others are left as they are.
 */
export const STANDINGS = [
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
export type Standing = (typeof STANDINGS)[number]

export interface Planned {
  readonly file: Waiting
  readonly standing: Standing
  /** Why it is not simply written; null where it is. */
  readonly reason: string | null
  /** What the target says; null where it has no such file, or none that can be read. */
  readonly before: string | null
  /** What it says afterwards; "" where it is removed. */
  readonly after: string
  /** Hexadecimal SHA-256 of what the target has; null where it has nothing. */
  readonly seen: string | null
}

export const isWritten = ({ standing }: Pick<Planned, "standing">): boolean =>
  standing === "write" || standing === "make" || standing === "merge" || standing === "remove"

/** A target that is left as it is. */
export function leave(
  file: Waiting,
  standing: Exclude<Standing, "write" | "make" | "merge" | "remove">,
  reason: string | null,
  before: string | null = null,
): Planned {
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

/** A file that was taken away here against what its target has; `agreed`: what it may say there to be removed. Whatever else it says stays. */
export function removal(
  file: Waiting,
  { source, before, agreed }: { source: string; before: string; agreed: boolean },
): Planned {
  if (agreed) return { file, standing: "remove", reason: null, before, after: "", seen: hashOf(before) }
  return leave(
    file,
    "conflict",
    `a migration moved it here, but it was changed in ${source} since: it stays there. Import ${source} again to get it here too, then migrate again, or undo the migration`,
    before,
  )
}

/** Several projects can have a file of one source; where they say different things, nobody knows which is meant. */
export function withoutClashes(planned: readonly Planned[]): Planned[] {
  const writers = new Map<string, Planned[]>()
  for (const one of planned)
    if (isWritten(one)) writers.set(one.file.place, [...(writers.get(one.file.place) ?? []), one])
  return planned.map((one) => {
    if (one.standing === "remove" && one.file.keptBy !== null)
      return leave(
        one.file,
        "problem",
        `${one.file.keptBy} also has this file and keeps it: migrate it there too, or import the folder into one of the two`,
        one.before,
      )
    const others = (writers.get(one.file.place) ?? []).filter((other) => other.after !== one.after)
    if (!isWritten(one) || others.length === 0) return one
    const projects = [one, ...others]
      .map((other) => other.file.projectName)
      .toSorted()
      .join(", ")
    return leave(
      one.file,
      "problem",
      `several projects have different versions of this file (${projects}): import the folder into one of them`,
      one.before,
    )
  })
}
