import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { commit, type Tx } from "@/lib/db/infra/commit"
import {
  type CurrentFile,
  type CurrentEntry,
  entriesAtHead,
  currentFilesById,
} from "@/lib/db/memory-files/current-revisions"
import { newId } from "@/lib/db/infra/identifiers"
import { lockMemory } from "@/lib/db/sources/running-imports"
import {
  allTeamIds,
  transferDecisions,
  filesReadBefore,
  type EntrySuccessor,
} from "@/lib/db/memory-files/recomputed-files"
import { markRead, storeReading } from "@/lib/db/memory-files/store-files"
import { ENTRY_RULES } from "@/lib/formats/entry-rules-version"
import type { Actor } from "@/lib/memory/teams/actor"
import { matchSuccessors, matchEntries } from "@/lib/memory/history/entry-identity"
import { done } from "@/lib/memory/inputs/outcome"
import { hashOfStatement } from "../infra/statement-hash"
import { deriveHead, namedEntries, readingOf } from "../writing/revise-head"

/** Number of files per transaction. */
const AT_ONCE = 50

/**
 * Parses stored files again whose entries were read by older rules. Texts, revisions and entry ids stay.
 * Decisions move to the entry that now has the text. Returns the number of files. An interrupted run
 * continues at the next start.
 */
export async function rereadMemory(actor: Actor, tell?: (progress: string) => void): Promise<number> {
  let count = 0
  for (const teamId of await allTeamIds())
    for (
      let ids = await filesReadBefore(visibilityOf(actor, teamId), ENTRY_RULES, AT_ONCE);
      ids.length > 0;
      ids = await filesReadBefore(visibilityOf(actor, teamId), ENTRY_RULES, AT_ONCE)
    ) {
      await rereadFiles(actor, teamId, ids)
      count += ids.length
      tell?.(`${count.toLocaleString("en")} files`)
    }
  return count
}

async function rereadFiles(actor: Actor, teamId: string, ids: readonly string[]): Promise<void> {
  await commit(
    actor,
    { kind: "memory.reread", teamId, subject: "memory", detail: { files: ids.length } },
    async (tx) => {
      await lockMemory(tx, teamId)
      for (const head of await currentFilesById(visibilityOf(actor, teamId), ids, tx))
        await rereadFile(tx, visibilityOf(actor, teamId), head)
      await markRead(tx, teamId, ids, ENTRY_RULES)
      return done(null)
    },
  )
}

async function rereadFile(tx: Tx, visible: Visibility, head: CurrentFile): Promise<void> {
  const before = await entriesAtHead(visible, head.id, tx)
  const derived = deriveHead(head, await readingOf(visible, head, tx), head.text)
  if (derived.kind === "set-aside") return
  const after = namedEntries(derived.parsed)
  const ids = matchEntries(before, after).map((id) => id ?? newId())
  const known = new Map(before.map((entry) => [entry.id, entry]))
  const identities = ids.map((id) => ({ id, sinceRevision: known.get(id)?.sinceRevision ?? head.revision }))
  await storeReading(tx, visible.teamId, { ...derived, ...placeOf(head), identities })
  await transferDecisions(tx, visible.teamId, head.projectId, listHeirs(before, after, ids))
}

const placeOf = (head: CurrentFile) => ({
  id: head.id,
  projectId: head.projectId,
  agentId: head.agentId,
  head: head.revision,
})

/** Returns the entries whose text changed, and the removed entries whose text is now in another entry. */
function listHeirs(
  before: readonly CurrentEntry[],
  after: readonly { readonly text: string; readonly key: string | null; readonly section: string | null }[],
  ids: readonly string[],
): EntrySuccessor[] {
  const texts = new Map(after.map(({ text }, place) => [ids[place] ?? "", text]))
  const absorbed = matchSuccessors(before, after, ids)
  return before.flatMap((entry): EntrySuccessor[] => {
    const to = texts.has(entry.id) ? entry.id : absorbed.get(entry.id)
    const now = to === undefined ? undefined : texts.get(to)
    if (to === undefined || now === undefined || (to === entry.id && now === entry.text)) return []
    return [
      {
        from: entry.id,
        to,
        before: entry.text,
        now,
        statementBefore: hashOfStatement(entry.text),
        statementNow: hashOfStatement(now),
      },
    ]
  })
}
