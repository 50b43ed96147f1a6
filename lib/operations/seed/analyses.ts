import { formatById } from "@/lib/formats/format-detection"
import { classifySeed } from "@/lib/memory/seed/entry-placement"
import type { SeedInput, SeedEntry, SeedPlacement, SeedFormat } from "@/lib/memory/seed/seed-entry"
import { leaveOutBarred, fitText, type Seeding, leaveOutUnwritable } from "@/lib/memory/seed/seeded-file"
import { guardText } from "../guard/secrets-and-flags"
import type { Analysis } from "../isolated/analysis"
import { hashOfStatement, hexOf } from "../infra/statement-hash"

/** A placement with the hash of its entry in hexadecimal, to find forgotten entries. */
export interface GuardedPlacement {
  readonly placement: SeedPlacement
  readonly statement: string
}

/**
 * Assigns the entries of the predecessors to places in a memory. Leaves out entries that may not be written,
 * with the reason.
 */
export const placeSeed: Analysis<
  { readonly asked: SeedInput; readonly entries: readonly SeedEntry[] },
  GuardedPlacement[]
> = {
  name: "place-seed",
  run: ({ asked, entries }) =>
    classifySeed(asked, entries).map((placement) => {
      const reason = whyBarred(placement.text)
      return {
        placement: reason === null ? placement : leaveOutBarred(placement, reason),
        statement: hexOf(hashOfStatement(placement.text)),
      }
    }),
}

/**
 * Returns why a text must not be copied into another file, or null. Texts with a secret or a flag must not be
 * copied.
 */
export function whyBarred(text: string): string | null {
  const {
    secrets: [secret],
    flags: [flag],
  } = guardText(text)
  if (secret !== undefined) return `it may contain a secret (${secret.kind}), so it was not copied`
  return flag?.message ?? null
}

/** A seeding with the id of its format. A child process can receive it. */
export interface SeedingById extends Omit<Seeding, "format"> {
  readonly format: SeedFormat
}

type Fitted =
  | { readonly ok: true; readonly placements: readonly SeedPlacement[]; readonly lines: number }
  | { readonly ok: false; readonly why: string }

/**
 * Fits placements into the budget of one file. The budget is measured on the exact text that would be
 * written.
 */
export const fitSeed: Analysis<
  { readonly seeding: SeedingById; readonly placements: readonly SeedPlacement[]; readonly budget: number },
  Fitted
> = {
  name: "fit-seed",
  run({ seeding, placements, budget }) {
    try {
      const plan = fitted({ ...seeding, format: formatById(seeding.format) }, placements, budget)
      return { ok: true, placements: plan.placements, lines: plan.lines }
    } catch (cause) {
      if (cause instanceof RangeError) return { ok: false, why: cause.message }
      throw cause
    }
  },
}

/** Returns the placements that fit. Tests entries one by one only if they cannot be written together. */
function fitted(seeding: Seeding, placements: readonly SeedPlacement[], budget: number) {
  try {
    return fitText(seeding, placements, budget)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    return fitText(seeding, leaveOutUnwritable(seeding, placements), budget)
  }
}
