import { askServer } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import { newKey } from "@/components/data/new-key"
import { longDay } from "@/lib/memory/policies/verification"

/** What whoever looks at a memory file may do with its entries besides proposing. */
export interface Curating {
  /** Forgets and restores at once, and vouches; else it is proposed. */
  readonly decides: boolean
  readonly team: string
  readonly file: string
  /** The revision that the page shows. */
  readonly revision: number
  /** Agents that load it. */
  readonly agents: number
}

/** An entry by its place: the page has no ids, the server knows which one is meant. */
export interface EntryPlace {
  readonly line: number
  /** Which of those that begin in the line, from 0. */
  readonly position: number
}

export interface Chosen {
  readonly id: string
  readonly text: string
  readonly state: "current" | "retired"
}

export const entryAt = (
  { team, file, revision }: Pick<Curating, "team" | "file" | "revision">,
  { line, position }: EntryPlace,
): Promise<Chosen> =>
  askServer<Chosen>(`/files/${file}/entry`, {
    query: { team, line: String(line), position: String(position), revision: String(revision) },
  })

type Seen = Pick<Chosen, "id" | "text">

interface Turned {
  readonly id: string
  readonly state: "forgotten" | "current" | "waiting"
  readonly revision: number | null
  readonly proposal: string | null
}

/** `text`: what the entry said to whoever decides. */
export const forget = ({ id, text }: Seen, reason: string): Promise<Turned> =>
  askServer<Turned>(`/entries/${id}/forget`, {
    method: "POST",
    key: newKey(),
    body: { reason, before: text },
  })

export const restore = (id: string): Promise<Turned> =>
  askServer<Turned>(`/entries/${id}/restore`, { method: "POST", key: newKey(), body: {} })

export const vouch = ({ id, text }: Seen): Promise<{ id: string; until: string }> =>
  askServer(`/entries/${id}/vouch`, { method: "POST", key: newKey(), body: { before: text } })

export const withdrawVouch = (id: string): Promise<unknown> =>
  askServer(`/entries/${id}/vouch`, { method: "DELETE", key: newKey() })

/** "leaves 4 agents' context" */
export const leavesWords = (agents: number): string =>
  agents === 0 ? "leaves its file" : `leaves ${count(agents, "agent’s", "agents’")} context`

export const untilWords = (until: string): string => `Vouched until ${longDay(until)}`

/** The usual reasons to forget an entry, each by its digit. */
export const FORGET_REASONS = [
  "It is wrong",
  "It holds no more",
  "It is said elsewhere",
  "It is noise of one session",
  "It should never have been kept",
]
