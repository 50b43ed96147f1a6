import type { Verified } from "@/components/audit/chain-state"
import { count } from "@/components/data/count"
import type { Actor } from "@/lib/memory/teams/actor"
import { verifyAudit } from "@/lib/operations/audit/verify"
import { ask } from "@/lib/operations/operation"

/** What verifying one chain finds, in words. `team` undefined: the deployment's own. */
export async function verified(actor: Actor, team: string | undefined, now: Date): Promise<Verified> {
  const found = await ask(verifyAudit, actor, team === undefined ? { only: "deployment" } : { team })
  if (!found.ok) return { ok: false, words: "The chain could not be verified", more: found.message }
  const chain = found.value.chains[0]
  const events = count(chain?.events ?? 0, "event")
  if (chain?.brokenAt)
    return {
      ok: false,
      words: `${events}, and the chain is broken`,
      more: `First of all, ${chain.brokenAt.why}. Somebody with the rights of the database’s owner did this: compare with an export or a backup from before.`,
    }
  return {
    ok: true,
    words: `${events}, chain verified`,
    more: `At ${now.toISOString().slice(11, 16)} UTC${chain?.hash ? `; the last hash is ${chain.hash.slice(0, 16)}…` : ""}`,
  }
}
