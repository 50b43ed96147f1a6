/** The facts that project rules use. Their result depends only on these, the settings and the day. */
export interface ProjectFacts {
  readonly name: string
  readonly workspaces: readonly WorkspaceFacts[]
  /** Memory links that the latest import of each source did not follow, and why. */
  readonly links: readonly LinkFacts[]
  /** Undecided files that the latest import of each source quarantined. */
  readonly setAside: readonly SetAsideFacts[]
  readonly hasMemory: boolean
  /** True if any harness has reported loads in the project. */
  readonly reports: boolean
  /**
   * Last publication of the coach, or null. `since`: ISO day (UTC) of the newest brief for the project or for
   * the whole team, else of the first synthesis. `hasNews`: true if the project's memory changed after that.
   */
  readonly coach: { readonly since: string; readonly isBrief: boolean; readonly hasNews: boolean } | null
  /** Recently active agents, by name. */
  readonly workers: readonly { readonly name: string; readonly lastDay: string }[]
}

/** A folder with `MEMORY.md` and daily logs. */
export interface WorkspaceFacts {
  /** Path of the folder; "" for the project folder. */
  readonly root: string
  /**
   * The file that logs are compacted into, usually `MEMORY.md`; null if there is none. `changedOn`: the last
   * known ISO day of a change.
   */
  readonly memory: { readonly name: string; readonly changedOn: string } | null
  /** The day up to which logs were compacted, or null. */
  readonly compactedUpTo: string | null
  /** By day. */
  readonly logs: readonly { readonly day: string; readonly entries: number }[]
  /** Sessions of its agents by ISO day (UTC). */
  readonly sessions: readonly { readonly day: string; readonly begun: number; readonly closed: number }[]
}

export interface LinkFacts {
  readonly source: string
  readonly path: string
  /** The link target; null if unknown. */
  readonly target: string | null
  readonly state: "dangling" | "loop" | "outside"
}

export interface SetAsideFacts {
  readonly source: string
  readonly path: string
  readonly reason: string
  readonly diagnostics: readonly {
    readonly line: number
    readonly column: number
    readonly code: string
    readonly message: string
  }[]
}
