import type { Tx } from "@/lib/db/infra/commit"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import type { Actor } from "@/lib/memory/teams/actor"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { whyNotDirectly } from "../policies/direct-write"

/** Returns a refusal if the actor may not restore anything in the file, or null. */
export async function whyNotRestore(
  actor: Actor,
  teamId: string,
  head: CurrentFile,
  tx: Tx,
): Promise<Refusal | null> {
  if (head.role === "identity" || head.format === "instructions")
    return refused("invalid", `${head.path} is read-only. Change it at its source`)
  if (head.optedOut)
    return refused(
      "conflict",
      `${head.agent ?? head.path} has opted out of memory (memory: disabled), so ${head.path} cannot be changed`,
    )
  const why = await whyNotDirectly(actor, teamId, head, tx)
  return why === null ? null : refused("forbidden", why)
}

/** Returns a stale refusal with the base text (`read`), the current text and the caller's text (`yours`). */
export function refuseStale(
  head: CurrentFile,
  asked: { readonly base: number; readonly read: string | null; readonly yours: string | null },
): Refusal {
  return refused(
    "stale",
    `${head.path} is now at revision ${head.revision}, but you read revision ${asked.base}. Read it again`,
    { revision: head.revision, base: asked.read, theirs: head.text, yours: asked.yours },
  )
}
