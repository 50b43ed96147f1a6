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
  /** The entries that the approval wrote, as the file states them now. */
  readonly entries: readonly CurrentEntry[]
  /** Days until a verification expires, by type of entry. */
  readonly days: VerificationDays
  readonly now: Date
}

/**
 * Verifies, in the name of the approving person, the entries that agents would not be given otherwise. A
 * flagged proposal is approved one by one and after a confirmation, so the person has seen its text. Nothing
 * is verified by a rule, the server or a token.
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
