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
