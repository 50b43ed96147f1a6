/** Every memory format that Quarterdeck reads. The id is stored with each memory file, so an id is never reused or renamed. */
export const FORMAT_IDS = [
  "kaizen",
  "memory-protocol",
  "category-memory",
  "memory-workspace",
  "run-cache",
  "claude-agent-memory",
  "claude-auto-memory",
  "openclaw-workspace",
  "agents-dir-memory",
  "cline-memory-bank",
  "serena-memories",
  "mcp-memory-graph",
  "instructions",
  "codex-memories",
  "added-memories",
] as const
export type FormatId = (typeof FORMAT_IDS)[number]

/** A rule's result for files that are not memory. */
export const NOT_MEMORY = "none"

/** A user's rule that assigns files of a source to a format, or leaves them out, whatever their path and text. */
export interface FormatRule {
  /** A path, a folder, or a pattern: `*` and `?` within a name, `**` for any folders. */
  readonly pattern: string
  readonly format: FormatId | typeof NOT_MEMORY
  /** Id of the team that gets the files, which are left out of the importing team. Only with `NOT_MEMORY`. */
  readonly team?: string | undefined
}

/** Roles of a file in its format. An index links to topics, a log is append-only, an identity is read-only. */
export type FileRole = "memory" | "index" | "topic" | "log" | "identity" | "shared" | "runs"

/** Layouts of category memory on disk. Source: category memory, options A to D. */
export type CategoryLayout = "A" | "B" | "C" | "D"

/** Owner of a path. `root`: the part before the format's own folders ("" at the top), without a trailing slash. */
export interface Location {
  readonly scope: Scope
  readonly role: FileRole
  readonly root: string
  readonly agent: string | null
  readonly category: string | null
  /** The id of a session, project or team that the path itself names (`memory/teams/<id>/memory.json`). */
  readonly subject: string | null
}

/** Files and folders around a path. Some layouts are recognized by their siblings: `SHARED.md` makes them role files. */
export interface Surroundings {
  /** Names of the files in the same folder, including this file. */
  readonly siblings: ReadonlySet<string>
  /** Returns the names of the files and folders in a folder; `at("")` is the top of the import. */
  at(folder: string): ReadonlySet<string>
  /** True for a file that an index of the same source links, and for that index. Unset until the indexes are read. */
  isLinked?(path: string): boolean
  /**
   * Returns the agent of the workspace in a folder, by the name of the source; null if the name gives no
   * agent.
   */
  ownerOf?(root: string): string | null
}

/** A range of the text. Lines count from 1 and are inclusive; offsets are UTF-16 units, `end` exclusive; line breaks after the last line are outside. */
export interface Span {
  readonly line: number
  readonly endLine: number
  readonly start: number
  readonly end: number
}

export interface ParsedSection {
  /** The heading's text, without marks. Headings that repeat keep their own place in the list. */
  readonly name: string
  /** 1–6 for headings; 0 for a part of a JSON store. */
  readonly level: number
  readonly span: Span
  /** Readers of a section of category memory. */
  readonly audience: Audience
  /** Paragraphs that describe the section, if the format supports them. They are not entries. */
  readonly description: string | null
}

/** Readers of a section: everyone who loads the file, one role of a category, or its coordinator. */
export type Audience =
  | { readonly kind: "everyone" }
  | { readonly kind: "role"; readonly role: string }
  | { readonly kind: "coordinator" }

export interface ParsedEntry {
  /** Id of the entry in its file; null if the format has no ids. */
  readonly key: string | null
  /**
   * Text of the entry without bullet, date tag and strikethrough. Nested lines are kept, without the
   * indentation that makes them part of the entry.
   */
  readonly text: string
  /**
   * Label above the entry, without marks: "Verification" for the items below "**Verification:**". Null if
   * there is none.
   */
  readonly title: string | null
  /** The column heads of a table's row, in the order of its cells; else empty. */
  readonly labels: readonly string[]
  /** Index into `sections`, or null before the first heading. */
  readonly section: number | null
  readonly span: Span
  readonly state: "current" | "retired"
  /** Reason of retirement, as written in the file. */
  readonly retiredBecause: string | null
  /** ISO date `YYYY-MM-DD`; null unless the file states a valid date. */
  readonly date: string | null
  /**
   * Type as the file states it, such as decision, preference, feedback or success; null if it states none.
   */
  readonly type: string | null
  /** Confidence, 0–1; null if the file states none. */
  readonly confidence: number | null
  readonly accessedCount: number | null
  /**
   * Key of the entry of a wider scope that this entry declares to override, if the format supports
   * overriding.
   */
  readonly overrides?: string | null
}

/** A line of a session log, or a run. */
export interface SessionRecord {
  /** ISO date or instant; null if the line has no valid one. */
  readonly date: string | null
  readonly summary: string
  readonly outcome: string | null
  readonly line: number
}

/** Metadata of a file in front matter or top-level JSON. Invalid values are left out and reported. */
export interface FileMeta {
  readonly title: string | null
  readonly description: string | null
  /** Tags or keywords from the front matter, separated by commas; missing if there are none. */
  readonly tags?: string
  readonly agent: string | null
  readonly project: string | null
  /** Type of a topic file, such as user, feedback, project or reference; null if it has none. */
  readonly type: string | null
  /** ISO date or instant. */
  readonly lastUpdated: string | null
  readonly sessionCount: number | null
  /** True if the file declares `memory: disabled`. */
  readonly optedOut: boolean
  readonly layout: CategoryLayout | null
}

export const EMPTY_META: FileMeta = {
  title: null,
  description: null,
  agent: null,
  project: null,
  type: null,
  lastUpdated: null,
  sessionCount: null,
  optedOut: false,
  layout: null,
}

export interface ParsedFile {
  readonly meta: FileMeta
  readonly sections: readonly ParsedSection[]
  /** Entries in the order of the text. Spans never overlap. */
  readonly entries: readonly ParsedEntry[]
  readonly sessions: readonly SessionRecord[]
  readonly diagnostics: readonly Diagnostic[]
}

/** A change to the text. `entry` is an index into `parse(text).entries`, `section` a section's name (null: before the first heading). */
export type Change =
  | {
      readonly kind: "add"
      readonly section: string | null
      readonly text: string
      /**
       * ISO date `YYYY-MM-DD`. It is written if the file dates its entries; JSON stores use it as the
       * creation date.
       */
      readonly date: string | null
      readonly type?: string
      readonly confidence?: number
      /** Id to use in a format with ids. Default: the number after the highest id. */
      readonly key?: string
    }
  | { readonly kind: "edit"; readonly entry: number; readonly text: string }
  | { readonly kind: "remove"; readonly entry: number }
  | { readonly kind: "retire"; readonly entry: number; readonly why: string }
  | { readonly kind: "restore"; readonly entry: number }

/** Load limits of a file; null: no limit of that kind. The first one reached cuts the file. */
export interface LoadLimits {
  /** Soft budget in lines, which curators should keep to. */
  readonly budget: number | null
  readonly lines: number | null
  /** UTF-8 bytes. */
  readonly bytes: number | null
  /** Characters (UTF-16 units). */
  readonly characters: number | null
  readonly runs: number | null
}

/** Owner of a new file. */
export interface Subject {
  readonly agent: string | null
  readonly project: string | null
  readonly category: string | null
  /** Name of the category in the team; default: the built-in name. */
  readonly categoryName?: string | null
  /** Roles with a section of their own in a category memory. */
  readonly roles: readonly string[]
  /** ISO date `YYYY-MM-DD`. */
  readonly date: string
}

export interface MemoryFormat {
  readonly id: FormatId
  /** Name for display: "Kaizen memory". */
  readonly name: string
  /** Returns the owner of a path; null if the path is of another format. */
  locate(path: string, around: Surroundings): Location | null
  /** Returns how certain the format is by path and siblings. If several formats match, the highest wins; 0 is the default. */
  certainty?(path: string, around: Surroundings): number
  /**
   * True if the path alone does not show that the file is of this format. `isShownBy` then decides by the
   * text.
   */
  needsProof?(path: string, around: Surroundings): boolean
  isShownBy?(text: string): boolean
  /**
   * Returns how certain the format is by text, if several accept the path. The highest wins; 0 is the default. Negative: another format; if
   * there is none, the file is ignored.
   */
  recognizes?(text: string, path: string): number
  /**
   * Merges two changes of a text if a merge by lines fails. Null if both changed the same part, or if a text
   * is invalid.
   */
  merge?(sides: { readonly base: string; readonly ours: string; readonly theirs: string }): string | null
  /**
   * Merges the metadata of a file, such as dates and counts, which never causes a conflict, and uses `merge`
   * for the rest. Null if `merge` returns null.
   */
  mergeAround?(
    sides: { readonly base: string; readonly ours: string; readonly theirs: string },
    merge: (sides: {
      readonly base: string
      readonly ours: string
      readonly theirs: string
    }) => string | null,
  ): string | null
  /**
   * Parses a text. Never throws; problems are returned as diagnostics with line and column. Spans of entries
   * never overlap.
   */
  parse(text: string, path: string): ParsedFile
  /**
   * Applies changes. Bytes outside of them stay: revise(t, []) === t, and removing an added entry gives t
   * again. Throws `RangeError` if an entry or section does not exist, or if the file's role forbids a change.
   */
  revise(text: string, path: string, changes: readonly Change[]): string
  /**
   * Appends a session record and updates the counts and dates of the file, if the format keeps such a log.
   * `date`: ISO date or instant. Line breaks in the texts become spaces.
   */
  closeSession?(
    text: string,
    path: string,
    session: { readonly date: string; readonly summary: string; readonly outcome: string },
  ): string
  /** Returns the text of a new, empty file of this format. */
  scaffold(subject: Subject): string
  /** Returns the load limits of a file at this path. */
  limits(path: string): LoadLimits
}

/**
 * A problem or note about a file, for display. `error`: part of the file could not be parsed. `warning`:
 * parsed, but invalid in its format. `info`: worth a look.
 */
export interface Diagnostic {
  /** From 1. */
  readonly line: number
  /** Starts at 1, in UTF-16 units. A byte order mark is not counted. */
  readonly column: number
  readonly severity: "error" | "warning" | "info"
  /** A stable kebab-case word for the kind of problem: `frontmatter-invalid`, `section-missing`. */
  readonly code: string
  /** Message for display: the problem and how to fix it, without a full stop. */
  readonly message: string
}

/** Scopes of memory. `session` memory ends with its session. */
export const SCOPES = ["global", "team", "project", "session"] as const
export type Scope = (typeof SCOPES)[number]

/** True if nothing of a file could be parsed: it has no entry and at least one error. */
export const isBroken = ({ entries, diagnostics }: Pick<ParsedFile, "entries" | "diagnostics">): boolean =>
  entries.length === 0 && diagnostics.some((one) => one.severity === "error")

/**
 * Returns the number of sessions of a file: the stated count, because a log may have been shortened, or the
 * number of records if that is higher.
 */
export const sessionsOfFile = ({ meta, sessions }: ParsedFile): number =>
  Math.max(meta.sessionCount ?? 0, sessions.length)

/** Returns the section of an entry; null before the first heading. */
export const sectionOfEntry = (
  parsed: ParsedFile,
  entry: { readonly section: number | null },
): string | null => (entry.section === null ? null : (parsed.sections[entry.section]?.name ?? null))

/** Returns readers as one word: "everyone", "coordinator" or "role:NAME". */
export function audienceText(audience: Audience): string {
  return audience.kind === "role" ? `role:${audience.role}` : audience.kind
}

/** Maximum number of rules of a source. The oldest are dropped. */
const MOST_RULES = 1_000

/**
 * Returns the rules of a source with added rules. An added rule replaces an earlier rule for the same
 * pattern.
 */
export function addRules(before: readonly FormatRule[], added: readonly FormatRule[]): readonly FormatRule[] {
  if (added.length === 0) return before
  const isAdded = new Set(added.map(({ pattern }) => pattern))
  return [...before.filter(({ pattern }) => !isAdded.has(pattern)), ...added].slice(-MOST_RULES)
}
