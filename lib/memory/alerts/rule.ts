import type { FoundAlert, CheckResult } from "./found-alert"
import { type AlertKind, KINDS_OF_ALERT } from "./kinds"
import type { WatchSettings } from "./alert-settings"
import { dayOf } from "./day"

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
