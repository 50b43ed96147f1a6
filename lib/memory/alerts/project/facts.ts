/** All that the rules of a project look at. Nothing else may change what they find, but the settings and the day. */
export interface ProjectFacts {
  readonly name: string
  readonly workspaces: readonly WorkspaceFacts[]
  /** Links in the place of memory that the newest finished run of each source did not follow, and why. */
  readonly links: readonly LinkFacts[]
  /** Files that the newest finished run of each source set aside, and that nobody has decided since. */
  readonly setAside: readonly SetAsideFacts[]
  readonly hasMemory: boolean
  /** Whether any harness ever said here what it loads. */
  readonly reports: boolean
  /**
   * What its coach last published; null: nothing, ever. `since`: the ISO day (UTC) of the newest brief, of its own or of the whole team, else of
   * the first synthesis. `hasNews`: its memory changed after that.
   */
  readonly coach: { readonly since: string; readonly isBrief: boolean; readonly hasNews: boolean } | null
  /** Agents that worked here lately, by name. */
  readonly workers: readonly { readonly name: string; readonly lastDay: string }[]
}

/** A folder with `MEMORY.md` and daily logs. */
export interface WorkspaceFacts {
  /** "": the project's own folder. */
  readonly root: string
  /** What its logs are compacted into, `MEMORY.md` by name; null: it has none. `changedOn`: the last ISO day on which it changed, as far as anybody can know. */
  readonly memory: { readonly name: string; readonly changedOn: string } | null
  /** The day up to which its logs were compacted last; null: never. */
  readonly compactedUpTo: string | null
  /** In the order of their days. */
  readonly logs: readonly { readonly day: string; readonly entries: number }[]
  /** Of the agents that work in it, by ISO day (UTC). */
  readonly sessions: readonly { readonly day: string; readonly begun: number; readonly closed: number }[]
}

export interface LinkFacts {
  readonly source: string
  readonly path: string
  /** As the link says; null: the import did not say. */
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
