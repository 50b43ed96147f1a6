/**
 * Something about a file that a person should know. `error`: part of the file could not be understood.
 * `warning`: understood, but against its format. `info`: worth a look.
 */
export interface Diagnostic {
  /** From 1. */
  readonly line: number
  /** Starts at 1, in UTF-16 units. A byte order mark is not counted. */
  readonly column: number
  readonly severity: "error" | "warning" | "info"
  /** A stable kebab-case word for the kind of problem: `frontmatter-invalid`, `section-missing`. */
  readonly code: string
  /** Names the thing and the way out, as a sentence without a full stop. */
  readonly message: string
}
