import type { FoundAlert, Look } from "./found"
import { type AlertKind, KINDS_OF_ALERT } from "./kinds"
import type { WatchSettings } from "../policies/watch-settings"
import { dayOf } from "./day"

/** One way in which a unit may be sick. What it finds depends on the day (ISO, UTC) and on no finer time. */
export interface Rule<Facts> {
  readonly find: (facts: Facts, settings: WatchSettings, today: string) => readonly FoundAlert[]
  /** Every day after today on which time alone may change what it finds; days that change nothing, and past ones, do no harm. */
  readonly turns: (facts: Facts, settings: WatchSettings, today: string) => readonly string[]
}

/** What all rules find, but for the kinds that are kept quiet, and the first day on which one of them finds something else though nothing changes. */
export function lookBy<Facts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
  settings: WatchSettings,
  now: Date,
): Look {
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

/** Of a kind, with its own severity, about the unit as a whole, unless said otherwise. */
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
