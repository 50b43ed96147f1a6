import { createHash } from "node:crypto"
import type { Waiting } from "./pending"

/**
 * What is to happen to a file at its target. `write`: it says there what it said when the two last agreed. `make`: it is not there yet.
 * `merge`: it went on there, and both changes go together. `same`: it says so there already. The others are left as they are.
 */
export const STANDINGS = ["write", "make", "merge", "same", "conflict", "gone", "read-only", "problem", "on-branch"] as const
export type Standing = (typeof STANDINGS)[number]

export interface Planned {
  readonly file: Waiting
  readonly standing: Standing
  /** Why it is not simply written; null where it is. */
  readonly reason: string | null
  /** What the target says; null where it has no such file, or none that can be read. */
  readonly before: string | null
  /** What it says afterwards. */
  readonly after: string
  /** Hexadecimal SHA-256 of what the target has; null where it has nothing. */
  readonly seen: string | null
}

export const isWritten = ({ standing }: Pick<Planned, "standing">): boolean => standing === "write" || standing === "make" || standing === "merge"

/** A target that is left as it is. */
export function leave(file: Waiting, standing: Exclude<Standing, "write" | "make" | "merge">, reason: string | null, before: string | null = null): Planned {
  return { file, standing, reason, before, after: before ?? "", seen: before === null ? null : hashOf(before) }
}

export const hashOf = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex")

/** Several projects can have a file of one source; where they say different things, nobody knows which is meant. */
export function withoutClashes(planned: readonly Planned[]): Planned[] {
  const writers = new Map<string, Planned[]>()
  for (const one of planned) if (isWritten(one)) writers.set(one.file.place, [...(writers.get(one.file.place) ?? []), one])
  return planned.map((one) => {
    const others = (writers.get(one.file.place) ?? []).filter((other) => other.after !== one.after)
    if (!isWritten(one) || others.length === 0) return one
    const projects = [one, ...others].map((other) => other.file.projectName).toSorted().join(", ")
    return leave(one.file, "problem", `several projects have this file and say different things (${projects}): import the folder into one of them`, one.before)
  })
}
