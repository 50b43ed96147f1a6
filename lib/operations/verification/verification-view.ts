import type { Visibility } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import type { Tx } from "@/lib/db/infra/commit"
import { type VerificationRow, verificationsOf } from "@/lib/db/memory-files/verifications"
import { hashOfStatement, hexOf } from "../infra/statement-hash"

/** Schema of a verification: the person and the last day of its validity. */
export const verificationOutput = z.object({ by: z.string(), until: z.string() })
export type VerificationView = z.output<typeof verificationOutput>

/**
 * Returns the newest verification of each entry by entry id. Leaves out entries whose text has changed since.
 */
export async function readVerifications(
  visible: Visibility,
  entries: readonly { readonly id: string; readonly text: string }[],
  tx?: Tx,
): Promise<ReadonlyMap<string, VerificationRow>> {
  const texts = new Map(entries.map((entry) => [entry.id, entry.text]))
  const vouches = await verificationsOf(visible, [...texts.keys()], tx)
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

export const viewVerification = (row: VerificationRow | undefined): VerificationView | null =>
  row ? { by: row.by, until: row.until } : null
