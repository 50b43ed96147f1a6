/** All that the rules of an agent look at. Nothing else may change what they find, but the settings and the day. */
export interface AgentFacts {
  readonly name: string
  /** The agent declares `memory: disabled`. */
  readonly optedOut: boolean
  /** Somebody decided that it begins from nothing. */
  readonly fresh: boolean
  readonly memory: MemoryFacts
  /** As people call it. */
  readonly category: string | null
  /** Other agents of its category in its project that have memory, by name. */
  readonly warmSiblings: readonly string[]
  /** Whose memory it could start from; null: nobody's. */
  readonly predecessor: { readonly name: string; readonly project: string; readonly lines: number } | null
  /** Its last receipt in each harness. */
  readonly loads: readonly LoadFacts[]
  /** Harnesses that say in its project what they load, by the names that they gave themselves; none of an agent that has loads. Sorted. */
  readonly harnesses: readonly string[]
  /** When the first receipt of its project came; null: none did, or it has loads itself. An ISO instant. */
  readonly reportedSince: string | null
  /** Sessions of it that are known here, by harness and day. */
  readonly sessions: readonly SessionsOfDay[]
  /** When it last asked for something, wrote, or closed a session. An ISO instant. */
  readonly workedAt: string | null
  /** What it proposed, by day, the earliest first. */
  readonly proposed: readonly ProposalsOfDay[]
}

/** What an agent has: its own files, or where it has none, those that its category shares in its project. */
export interface MemoryFacts {
  readonly entries: number
  /** Files that could not be parsed: what they hold nobody knows. */
  readonly broken: number
  /** When the first of its files came here. An ISO instant; null: it has none. */
  readonly since: string | null
  /** The latest day that its own files state. An ISO day. */
  readonly updatedOn: string | null
}

export interface LoadFacts {
  /** Null: it did not say its name. */
  readonly harness: string | null
  /** ISO instant. */
  readonly at: string
  readonly behind: readonly BehindFacts[]
}

/** A file that changed since, in a way that the agent has not heard of. */
export interface BehindFacts {
  readonly path: string
  /** What it was given or had on its disk; null: nothing of it. */
  readonly revision: number | null
  /** Null: the file is gone. */
  readonly head: number | null
  /** Of the first such change. ISO instant. */
  readonly since: string
}

export interface SessionsOfDay {
  readonly harness: string | null
  /** ISO day, UTC. */
  readonly day: string
  readonly count: number
}

export interface ProposalsOfDay {
  /** ISO day, UTC. */
  readonly day: string
  readonly count: number
}
