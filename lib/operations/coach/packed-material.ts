import { deserialize, serialize } from "node:v8"
import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"
import { flagKindsOf } from "../guard/guard"

export type UnflaggedEntry = Omit<CoachEntry, "flags">

/** Material on its way to a child process. Entries are bytes, portion by portion: packing all of them at once would hold up others. */
export interface PackedMaterial extends Omit<CoachMaterial, "entries"> {
  readonly portions: readonly Uint8Array[]
  /** Entries in all portions. */
  readonly count: number
}

export const packEntries = (entries: readonly UnflaggedEntry[]): Uint8Array => serialize(entries)

export const unpackEntries = ({ portions }: Pick<PackedMaterial, "portions">): CoachEntry[] =>
  portions.flatMap((portion) => (deserialize(portion) as UnflaggedEntry[]).map(withFlags))

/** Its flags are looked for when somebody asks for them: that takes longer than all else. What was stored before secrets were kept out may hold one: that is flagged too. */
export function withFlags(entry: UnflaggedEntry): CoachEntry {
  let flags: readonly string[] | null = null
  return {
    ...entry,
    get flags() {
      return (flags ??= flagKindsOf(entry.text))
    },
  }
}
