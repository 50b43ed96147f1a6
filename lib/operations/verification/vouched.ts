import { z } from "zod"
import type { Tx } from "@/lib/db/infra/commit"
import { type VerificationRow, verificationsOf } from "@/lib/db/memory-files/verifications"
import { hashOfStatement, hexOf } from "../infra/statement-hash"

/** Who said of an entry that it holds, and until when; past that day it has to be looked at again. */
export const vouched = z.object({ by: z.string(), until: z.string() })
export type Vouched = z.output<typeof vouched>

/** What is vouched for, by entry: the newest vouch of each, as long as the entry says what was vouched for. */
export async function vouchedOf(
  teamId: string,
  entries: readonly { readonly id: string; readonly text: string }[],
  tx?: Tx,
): Promise<ReadonlyMap<string, VerificationRow>> {
  const texts = new Map(entries.map((entry) => [entry.id, entry.text]))
  const vouches = await verificationsOf(teamId, [...texts.keys()], tx)
  return new Map(
    vouches
      .filter(
        (one) =>
          texts.has(one.entryId) &&
          hexOf(one.statement) === hexOf(hashOfStatement(texts.get(one.entryId) ?? "")),
      )
      .map((one) => [one.entryId, one]),
  )
}

export const asVouched = (row: VerificationRow | undefined): Vouched | null =>
  row ? { by: row.by, until: row.until } : null
