import type { AlertKind, AlertSeverity } from "./kinds"

/** A finding in a unit. There is one for each kind and part, for any number of entries. */
export interface FoundAlert {
  readonly kind: AlertKind
  /** The part of the unit, such as a harness or a path, if the rule applies to several; else "". */
  readonly part: string
  readonly severity: AlertSeverity
  /** One sentence with the subject and its numbers, without a full stop. */
  readonly message: string
  /** Path of another file, or of a file that is not stored; null for the unit’s own path. */
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  readonly evidence: AlertEvidence
}

/** The evidence of an alert. Equal facts give equal evidence, so that it can be compared. */
export interface AlertEvidence {
  /** Figures by name: {lines: 134, budget: 100}. */
  readonly figures?: Readonly<Record<string, number>>
  /** Ids of the entries, in file order; at most EVIDENCE_ENTRIES. */
  readonly entries?: readonly string[]
  /** Places in the file; at most EVIDENCE_ENTRIES. */
  readonly places?: readonly {
    readonly line: number
    readonly column: number
    readonly code: string
    readonly message: string
  }[]
  /** Names: sections, links, paths, harnesses, agents. */
  readonly names?: readonly string[]
  /**
   * True if a part of the evidence is in another project. Callers with access to one project only must not
   * learn of it.
   */
  readonly elsewhere?: true
}

export const EVIDENCE_ENTRIES = 200

/** The result of checking a unit. */
export interface CheckResult {
  readonly found: readonly FoundAlert[]
  /** The next day on which the result may change without new facts, or null. */
  readonly dueAt: Date | null
}
