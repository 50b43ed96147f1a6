import type { Tx } from "@/lib/db/infra/commit"
import type { CurrentEntry } from "@/lib/db/memory-files/current-revisions"
import { addVerifications } from "@/lib/db/memory-files/verifications"
import type { Actor } from "@/lib/memory/teams/actor"
import type { VerificationDays } from "@/lib/memory/policies/verification"
import { verifiedUntil } from "@/lib/memory/policies/verification"
import { findWithheldKind } from "@/lib/memory/context/withheld"
import { hashOfStatement } from "../../infra/statement-hash"

interface Approved {
  readonly teamId: string
  /** Entries that the approval wrote, with their current text. */
  readonly entries: readonly CurrentEntry[]
  /** Days until a verification expires, by type of entry. */
  readonly days: VerificationDays
  readonly now: Date
}

/**
 * Verifies the entries that agents would otherwise not get, in the name of the approving person. A flagged
 * proposal is approved individually after a confirmation, so the person has seen its text. Does nothing for
 * other actors.
 */
export async function verifyApproved(
  tx: Tx,
  actor: Actor,
  { teamId, entries, days, now }: Approved,
): Promise<void> {
  if (actor.kind !== "person") return
  const today = now.toISOString().slice(0, 10)
  const flagged = entries.filter((entry) => findWithheldKind(entry.text) !== null)
  if (flagged.length === 0) return
  await addVerifications(
    tx,
    teamId,
    flagged.map((entry) => ({
      entryId: entry.id,
      statement: hashOfStatement(entry.text),
      userId: actor.id,
      name: actor.name,
      until: verifiedUntil(entry, days, today),
    })),
    now,
  )
}
