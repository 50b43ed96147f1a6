import { deserialize, serialize } from "node:v8"
import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/synthesis"
import type { CoachProgress, CoachWork, WrittenSynthesis } from "@/lib/coach/coach"
import { extractiveCoach } from "@/lib/coach/extractive/extractive-coach"
import { flagKindsOf } from "../guard/secrets-and-flags"
import type { Analysis } from "../isolated/analysis"

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

export interface WrittenExtract {
  readonly written: WrittenSynthesis
  /** The entries that the claims cite. */
  readonly cited: readonly CoachEntry[]
}

/** Writes a synthesis of one place without a language model. */
export const writeExtractive: Analysis<PackedMaterial, WrittenExtract, CoachProgress> = {
  name: "write-extractive",
  async run({ portions, count: _, ...material }, { report, signal }) {
    const entries = unpackEntries({ portions })
    const work: CoachWork = { signal, tokenBudget: null, progress: report, notebook: NOTHING_KEPT }
    const written = await extractiveCoach.write({ ...material, entries }, work)
    const ids = new Set(written.claims.flatMap(({ citations }) => citations))
    return { written, cited: entries.filter(({ id }) => ids.has(id)).map((entry) => ({ ...entry })) }
  },
}

const NOTHING_KEPT: CoachWork["notebook"] = { find: async () => null, keep: async () => undefined }
