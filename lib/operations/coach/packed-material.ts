import { deserialize, serialize } from "node:v8"
import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"
import { flagKindsOf } from "../guard/secrets-and-flags"

export type UnflaggedEntry = Omit<CoachEntry, "flags">

/**
 * Material for a child process. Entries are packed in portions, because packing all at once would block the
 * event loop.
 */
export interface PackedMaterial extends Omit<CoachMaterial, "entries"> {
  readonly portions: readonly Uint8Array[]
  /** Number of entries in all portions. */
  readonly count: number
}

/** Serializes entries without their flags, which are computed again when they are unpacked. */
export const packEntries = (entries: readonly UnflaggedEntry[]): Uint8Array => serialize(entries)

export const unpackEntries = ({ portions }: Pick<PackedMaterial, "portions">): CoachEntry[] =>
  portions.flatMap((portion) => (deserialize(portion) as UnflaggedEntry[]).map(withFlags))

/**
 * Adds the flags, computed on first use because that is slow. Old entries may contain a secret, which is
 * flagged, too.
 */
export function withFlags(entry: UnflaggedEntry): CoachEntry {
  let flags: readonly string[] | null = null
  return {
    ...entry,
    get flags() {
      return (flags ??= flagKindsOf(entry.text))
    },
  }
}
