import type { OutputOf } from "@/lib/http/contract"
import { callOperation } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { formatCount } from "@/lib/memory/text/sentence"
import { formatDay } from "@/components/data/time-text"

/** Rights of the current user on the entries of a memory file, besides proposing changes. */
export interface EntryRights {
  /** True if the user changes entries directly. Otherwise each action becomes a proposal. */
  readonly decides: boolean
  readonly team: string
  readonly file: string
  /** The revision shown on the page. */
  readonly revision: number
  /** Number of agents that load the file. */
  readonly agents: number
}

/** The position of an entry in a file. The page has no entry ids; the server resolves the position to one. */
export interface EntryPlace {
  readonly line: number
  /** Index among the entries that begin on this line, from 0. */
  readonly position: number
}

export type ChosenEntry = OutputOf<"file.entry">

export const entryAt = (
  { team, file, revision }: Pick<EntryRights, "team" | "file" | "revision">,
  { line, position }: EntryPlace,
): Promise<ChosenEntry> =>
  callOperation("file.entry", {
    file,
    team,
    line: String(line),
    position: String(position),
    revision: String(revision),
  })

type Seen = Pick<ChosenEntry, "id" | "text">

type Turned = OutputOf<"entry.forget"> | OutputOf<"entry.restore">

/**
 * Forgets an entry, or adds a proposal to forget it if the user may not. `text` is the entry’s text as the
 * user saw it.
 */
export const forgetEntry = ({ id, text }: Seen, reason: string): Promise<Turned> =>
  callOperation("entry.forget", { entry: id, reason, before: text }, { key: newKey() })

export const restoreEntry = (id: string): Promise<Turned> =>
  callOperation("entry.restore", { entry: id }, { key: newKey() })

export const verifyEntry = ({ id, text }: Seen): Promise<{ id: string; until: string }> =>
  callOperation("entry.vouch", { entry: id, before: text }, { key: newKey() })

/**
 * Verifies several entries. Returns the verified ones with their expiry, and the refused ones with a message.
 * Entries that changed since the user saw them are refused.
 */
export async function verifyEntries(entries: readonly Seen[]) {
  const { outcomes } = await callOperation(
    "entry.vouch-many",
    { entries: entries.map(({ id }) => id), before: entries.map(({ text }) => text) },
    { key: newKey() },
  )
  return {
    verified: outcomes.flatMap(({ id, until }) => (until === null ? [] : [{ id, until }])),
    refused: outcomes.flatMap(({ id, refused }) =>
      refused === null ? [] : [{ id, message: refused.message }],
    ),
  }
}

export const withdrawVerification = (id: string): Promise<unknown> =>
  callOperation("entry.withdraw-vouch", { entry: id }, { key: newKey() })

/** Returns what forgetting does, as in "removed from 4 agents’ context". */
export const forgetEffectWords = (agents: number): string =>
  agents === 0 ? "removed from its file" : `removed from ${formatCount(agents, "agent’s", "agents’")} context`

export const forgetDateWords = (until: string): string => `Verified until ${formatDay(until)}`

/** The usual reasons to forget an entry, chosen by digit keys. */
export const FORGET_REASONS = [
  "Wrong",
  "No longer true",
  "Duplicate of another entry",
  "Session noise",
  "Should never have been saved",
]
