import { type AlertKind, type AlertSeverity, KINDS_OF_ALERT } from "./kinds"
import type { WatchSettings } from "./alert-settings"
import { dayOf } from "./day"

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

/** An alert rule. Its result depends on the day (ISO, UTC), not on the time of day. */
export interface Rule<Facts> {
  readonly find: (facts: Facts, settings: WatchSettings, today: string) => readonly FoundAlert[]
  /** Returns the days after today on which the result may change without new facts. Extra days do no harm. */
  readonly turns: (facts: Facts, settings: WatchSettings, today: string) => readonly string[]
}

/**
 * Returns the findings of all rules except muted kinds, and the first day on which they may change without
 * new facts.
 */
export function evaluateRules<Facts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
  settings: WatchSettings,
  now: Date,
): CheckResult {
  const today = dayOf(now)
  const loud = rules.map(
    (rule) => (day: string) =>
      rule.find(facts, settings, day).filter((one) => !settings.quietKinds.includes(one.kind)),
  )
  const found = loud.map((find) => find(today))
  const due = rules.flatMap((rule, place) => {
    const said = JSON.stringify(found[place])
    const later = [...new Set(rule.turns(facts, settings, today))].filter((day) => day > today).toSorted()
    return later.find((day) => JSON.stringify(loud[place]?.(day)) !== said) ?? []
  })
  const [first] = due.toSorted()
  return { found: found.flat(), dueAt: first === undefined ? null : new Date(`${first}T00:00:00Z`) }
}

type Words = Pick<FoundAlert, "message"> & Partial<Omit<FoundAlert, "kind" | "message">>

/** Returns an alert. By default it has the default severity and no location. */
export function alertOf(kind: AlertKind, words: Words): FoundAlert {
  return {
    kind,
    part: "",
    severity: KINDS_OF_ALERT[kind].severity,
    path: null,
    line: null,
    column: null,
    evidence: {},
    ...words,
  }
}
