import type { CoachProgress, CoachWork, WrittenSynthesis } from "@/lib/coach/coach"
import { extractiveCoach } from "@/lib/coach/extractive/extractive-coach"
import type { CoachEntry } from "@/lib/memory/coach/material"
import type { Analysis } from "../../isolated/analysis"
import { type PackedMaterial, unpackEntries } from "../packed-material"

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
