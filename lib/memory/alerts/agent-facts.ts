/** The facts that agent rules use. Their result depends only on these, the settings and the day. */
export interface AgentFacts {
  readonly name: string
  /** True if the agent declares `memory: disabled`. */
  readonly optedOut: boolean
  /** True if a person decided that the agent starts with no memory. */
  readonly fresh: boolean
  readonly memory: MemoryFacts
  /** Display name of the agent's category. */
  readonly category: string | null
  /** Names of other agents in its category and project that have memory. */
  readonly warmSiblings: readonly string[]
  /** The agent whose memory can seed it, or null. */
  readonly predecessor: {
    readonly name: string
    readonly project: string
    readonly lines: number
    /** True if its project is not the agent's own. */
    readonly elsewhere?: boolean
  } | null
  /** The last delivery in each harness. */
  readonly loads: readonly LoadFacts[]
  /** Harnesses that report loads in the project, sorted by name. Empty if the agent has loads. */
  readonly harnesses: readonly string[]
  /** ISO instant of the first delivery in the project; null if there is none or the agent has loads. */
  readonly reportedSince: string | null
  /** Known sessions by harness and day. */
  readonly sessions: readonly SessionsOfDay[]
  /** ISO instant of the last request, write or closed session. */
  readonly workedAt: string | null
  /** Proposals by day, earliest first. */
  readonly proposed: readonly ProposalsOfDay[]
}

/** The memory of an agent: its own files, or else the shared files of its category in the project. */
export interface MemoryFacts {
  readonly entries: number
  /** The number of files that could not be parsed. */
  readonly broken: number
  /** ISO instant of its first file, or null. */
  readonly since: string | null
  /** The latest ISO day that its own files state. */
  readonly updatedOn: string | null
}

export interface LoadFacts {
  /** Name of the harness; null if unnamed. */
  readonly harness: string | null
  /** ISO instant. */
  readonly at: string
  readonly behind: readonly BehindFacts[]
}

/** A file with changes that the agent has not loaded. */
export interface BehindFacts {
  readonly path: string
  /** Revision that the agent loaded or had on disk; null if none. */
  readonly revision: number | null
  /** The current revision; null if the file was removed. */
  readonly head: number | null
  /** ISO instant of the first change that the agent has not loaded. */
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
