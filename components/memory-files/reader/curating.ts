import type { OutputOf } from "@/lib/http/contract"
import { call } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import { newKey } from "@/components/data/new-key"
import { formatDay } from "@/components/data/day-text"

/** What the current user may do with the entries of a memory file, besides proposing changes. */
export interface Curating {
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
  { team, file, revision }: Pick<Curating, "team" | "file" | "revision">,
  { line, position }: EntryPlace,
): Promise<ChosenEntry> =>
  call("file.entry", {
    file,
    team,
    line: String(line),
    position: String(position),
    revision: String(revision),
  })

type Seen = Pick<ChosenEntry, "id" | "text">

type Turned = OutputOf<"entry.forget"> | OutputOf<"entry.restore">

/** Forgets an entry, or proposes to. `text` is the entry's text as the user saw it. */
export const forget = ({ id, text }: Seen, reason: string): Promise<Turned> =>
  call("entry.forget", { entry: id, reason, before: text }, { key: newKey() })

export const restore = (id: string): Promise<Turned> =>
  call("entry.restore", { entry: id }, { key: newKey() })

export const vouch = ({ id, text }: Seen): Promise<{ id: string; until: string }> =>
  call("entry.vouch", { entry: id, before: text }, { key: newKey() })

/** Verifies several entries. Those that changed since the user saw them are refused. */
export async function vouchForAll(entries: readonly Seen[]) {
  const { outcomes } = await call(
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

export const withdrawVouch = (id: string): Promise<unknown> =>
  call("entry.withdraw-vouch", { entry: id }, { key: newKey() })

/** Returns what forgetting does, as in "removed from 4 agents’ context". */
export const leavesWords = (agents: number): string =>
  agents === 0 ? "removed from its file" : `removed from ${count(agents, "agent’s", "agents’")} context`

export const forgetDateWords = (until: string): string => `Verified until ${formatDay(until)}`

/** The usual reasons to forget an entry, chosen by digit keys. */
export const FORGET_REASONS = [
  "Wrong",
  "No longer true",
  "Duplicate of another entry",
  "Session noise",
  "Should never have been saved",
]
