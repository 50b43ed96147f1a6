import type { ChainVerification } from "@/components/audit/audit-log"
import { formatCount } from "@/lib/memory/text/sentence"
import type { Actor } from "@/lib/memory/teams/actor"
import { verifyAudit } from "@/lib/operations/audit/audit-log"
import { runOperation } from "@/lib/operations/operation"

/** Verifies a chain and returns the result in words. Without `team`: the chain of the deployment. */
export async function verified(
  actor: Actor,
  team: string | undefined,
  now: Date,
): Promise<ChainVerification> {
  const found = await runOperation(verifyAudit, actor, team === undefined ? { only: "deployment" } : { team })
  if (!found.ok) return { ok: false, words: "The chain could not be verified", more: found.message }
  const chain = found.value.chains[0]
  const events = formatCount(chain?.events ?? 0, "event")
  if (chain?.brokenAt)
    return {
      ok: false,
      words: `${events}, chain broken`,
      more: `First problem: ${chain.brokenAt.why}. Only someone with owner privileges on the database can cause this. Compare the log with an earlier export or backup.`,
    }
  return {
    ok: true,
    words: `${events}, chain verified`,
    at: now.toISOString(),
    ...(chain?.hash ? { more: `Last hash: ${chain.hash.slice(0, 16)}…` } : {}),
  }
}
