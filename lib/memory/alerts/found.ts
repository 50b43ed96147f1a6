import type { AlertKind, AlertSeverity } from "./kinds"

/** What a look at one unit found it to break. One is found for each kind and part, whatever number of entries it rests on. */
export interface FoundAlert {
  readonly kind: AlertKind
  /** A harness, a path: what of the unit, where it may break the rule in several places at once; else empty. */
  readonly part: string
  readonly severity: AlertSeverity
  /** One sentence that names the thing and its numbers, without a full stop. */
  readonly message: string
  /** Of another file than the unit, or of a file that is not stored. Null: the unit's own. */
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  readonly evidence: AlertEvidence
}

/** What an alert rests on. The same facts give the same evidence, so that it is compared as it is. */
export interface AlertEvidence {
  /** By name: {lines: 134, budget: 100}. */
  readonly figures?: Readonly<Record<string, number>>
  /** Ids of the entries that it is about, in the order of the file; at most EVIDENCE_ENTRIES. */
  readonly entries?: readonly string[]
  /** Where in the file, beside the first place: at most EVIDENCE_ENTRIES. */
  readonly places?: readonly {
    readonly line: number
    readonly column: number
    readonly code: string
    readonly message: string
  }[]
  /** Names: sections, links, paths, harnesses, agents. */
  readonly names?: readonly string[]
}

export const EVIDENCE_ENTRIES = 200

/** What a look at one unit came to. */
export interface Look {
  readonly found: readonly FoundAlert[]
  /** When time alone may change what is found; null: never. */
  readonly dueAt: Date | null
}
