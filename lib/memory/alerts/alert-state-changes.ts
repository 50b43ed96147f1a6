import type { AlertEvidence, FoundAlert } from "./rule"
import {
  ALERT_SEVERITIES,
  type AlertKind,
  type AlertSeverity,
  type AlertState,
  type AlertUnit,
} from "./kinds"

/** The subject of an alert. */
export interface AlertPlace {
  readonly projectId: string | null
  readonly agentId: string | null
  readonly categoryId: string | null
  readonly fileId: string | null
}

/** The fields of an alert that follow its cause. */
export interface AlertContent extends AlertPlace {
  readonly severity: AlertSeverity
  readonly message: string
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  readonly evidence: AlertEvidence
}

/** A stored alert. */
export interface StoredAlert extends AlertContent {
  readonly id: string
  readonly kind: AlertKind
  readonly part: string
  readonly state: AlertState
  readonly round: number
  readonly snoozedUntil: Date | null
  readonly ignoredBy: string | null
  readonly ignoredFrom: DecidedState | null
}

/** State of an alert before a rule ignored it. It is restored when the rule is deleted. */
export type DecidedState = Extract<AlertState, "open" | "acknowledged" | "snoozed">

/** Automatic events in the history of an alert. */
export type AlertEventKind =
  | "raised"
  | "changed"
  | "reopened"
  | "woken"
  | "ignored"
  | "unignored"
  | "resolved"

/** A change of an alert. */
export interface AlertChange {
  /** Null for a new alert. */
  readonly id: string | null
  readonly kind: AlertKind
  readonly part: string
  readonly state: AlertState
  readonly round: number
  readonly snoozedUntil: Date | null
  readonly ignoredBy: string | null
  readonly ignoredFrom: DecidedState | null
  readonly told: AlertContent
  /** Events in order. Empty, without a notification, if the alert only moved with its file or is ignored. */
  readonly happened: readonly AlertEventKind[]
}

export interface UnitCheck {
  /** All alerts of the unit, including resolved ones. */
  readonly stored: readonly StoredAlert[]
  /** Findings of the check; empty if the unit no longer exists. */
  readonly found: readonly FoundAlert[]
  readonly place: AlertPlace & { readonly path: string | null }
  /** Returns the id of the rule that ignores a finding, or null. */
  ruleFor(found: { readonly kind: AlertKind; readonly path: string | null }): string | null
  readonly now: Date
}

/**
 * Returns the changed alerts of a unit after a check, one for each cause. Decisions stay while the cause
 * changes, until it gets worse. A removed cause resolves its alert. A cause that returns raises it
 * again, with the next round.
 */
export function transitions({ stored, found, place, ruleFor, now }: UnitCheck): AlertChange[] {
  const known = new Map(stored.map((one) => [nameOf(one), one]))
  const becoming: AlertChange[] = []
  const seen = new Set<string>()
  for (const one of found) {
    const name = nameOf(one)
    if (seen.has(name)) continue
    seen.add(name)
    const told = toldOf(one, place)
    const before = known.get(name)
    const rule = ruleFor({ kind: one.kind, path: told.path })
    const next =
      before === undefined || before.state === "resolved"
        ? raised(one, told, before, rule)
        : followed({ before, told, rule, now })
    if (next) becoming.push(next)
  }
  for (const one of stored)
    if (one.state !== "resolved" && !seen.has(nameOf(one)))
      becoming.push({
        ...kept(one),
        state: "resolved",
        snoozedUntil: null,
        ignoredBy: null,
        ignoredFrom: null,
        happened: ["resolved"],
      })
  return becoming
}

const nameOf = ({ kind, part }: { readonly kind: AlertKind; readonly part: string }) => `${kind}\n${part}`

function toldOf(
  { severity, message, path, line, column, evidence }: FoundAlert,
  { path: own, projectId, agentId, categoryId, fileId }: UnitCheck["place"],
): AlertContent {
  return {
    severity,
    message,
    path: path ?? own,
    line,
    column,
    evidence,
    projectId,
    agentId,
    categoryId,
    fileId,
  }
}

function raised(
  { kind, part }: FoundAlert,
  told: AlertContent,
  before: StoredAlert | undefined,
  rule: string | null,
): AlertChange {
  const one = {
    id: before?.id ?? null,
    kind,
    part,
    round: (before?.round ?? 0) + 1,
    snoozedUntil: null,
    ignoredFrom: null,
    told,
  }
  return rule === null
    ? { ...one, state: "open", ignoredBy: null, happened: ["raised"] }
    : { ...one, state: "ignored", ignoredBy: rule, happened: ["ignored"] }
}

interface Following {
  readonly before: StoredAlert
  readonly told: AlertContent
  readonly rule: string | null
  readonly now: Date
}

/** Returns the change of an alert whose cause is still there; null if nothing changed. */
function followed({ before, told, rule, now }: Following): AlertChange | null {
  const one = { ...kept(before), told }
  const change = changeOf(before, told)
  const worse = isWorse(told.severity, before.severity)
  if (rule !== null) {
    const isSame = before.state === "ignored" && change === "none" && before.ignoredBy === rule
    return isSame ? null : ignored(before, one, { rule, worse })
  }
  const changed: readonly AlertEventKind[] = change === "told" ? ["changed"] : []
  const next = decidedAgain(before, { worse, now })
  if (next !== null) return { ...one, ...next, happened: [...changed, ...next.happened] }
  return change === "none" ? null : { ...one, happened: changed }
}

function ignored(
  before: StoredAlert,
  one: AlertChange,
  { rule, worse }: { readonly rule: string; readonly worse: boolean },
): AlertChange {
  // If the cause got worse, the earlier decision was about a less severe one.
  const ignoredFrom = worse ? "open" : decisionOf(before)
  return {
    ...one,
    state: "ignored",
    snoozedUntil: ignoredFrom === "snoozed" ? before.snoozedUntil : null,
    ignoredBy: rule,
    ignoredFrom,
    happened: before.state === "ignored" ? [] : ["ignored"],
  }
}

function decisionOf({ state, ignoredFrom }: StoredAlert): DecidedState | null {
  if (state === "ignored") return ignoredFrom
  return state === "resolved" ? "open" : state
}

/** Returns the changed fields if a decision no longer holds: the rule was deleted, the cause got worse, or the snooze ended. Else null. */
function decidedAgain(
  before: StoredAlert,
  { worse, now }: { readonly worse: boolean; readonly now: Date },
): (Pick<AlertChange, "state" | "happened"> & Partial<AlertChange>) | null {
  switch (before.state) {
    case "ignored":
      return withoutRule(before, worse ? "open" : unignored(before, now))
    case "snoozed": {
      const isOver = before.snoozedUntil === null || before.snoozedUntil <= now
      return worse || isOver ? { state: "open", snoozedUntil: null, happened: ["woken"] } : null
    }
    case "acknowledged":
      return worse ? { state: "open", happened: ["reopened"] } : null
    case "open":
    case "resolved":
      return null
  }
}

const withoutRule = (
  { snoozedUntil }: StoredAlert,
  state: DecidedState,
): Pick<AlertChange, "state" | "happened"> & Partial<AlertChange> => ({
  state,
  snoozedUntil: state === "snoozed" ? snoozedUntil : null,
  ignoredBy: null,
  ignoredFrom: null,
  happened: [state === "open" ? "reopened" : "unignored"],
})

/** Returns the state when no rule ignores the alert any more. */
function unignored(
  { ignoredFrom, snoozedUntil }: Pick<StoredAlert, "ignoredFrom" | "snoozedUntil">,
  now: Date,
): DecidedState {
  return ignoredFrom === null || (ignoredFrom === "snoozed" && (snoozedUntil === null || snoozedUntil <= now))
    ? "open"
    : ignoredFrom
}

function kept({
  id,
  kind,
  part,
  state,
  round,
  snoozedUntil,
  ignoredBy,
  ignoredFrom,
  severity,
  message,
  path,
  line,
  column,
  evidence,
  projectId,
  agentId,
  categoryId,
  fileId,
}: StoredAlert): AlertChange {
  return {
    id,
    kind,
    part,
    state,
    round,
    snoozedUntil,
    ignoredBy,
    ignoredFrom,
    told: { severity, message, path, line, column, evidence, projectId, agentId, categoryId, fileId },
    happened: [],
  }
}

export const isWorse = (now: AlertSeverity, before: AlertSeverity): boolean =>
  ALERT_SEVERITIES.indexOf(now) < ALERT_SEVERITIES.indexOf(before)

/** Returns how an alert changed. "told": its content. "moved": only its position or the owner of the file. */
function changeOf(before: AlertContent, now: AlertContent): "told" | "moved" | "none" {
  if (
    before.severity !== now.severity ||
    before.message !== now.message ||
    before.path !== now.path ||
    !sameEvidence(before.evidence, now.evidence)
  )
    return "told"
  const places = ["line", "column", "projectId", "agentId", "categoryId", "fileId"] as const
  return places.every((place) => before[place] === now[place]) ? "none" : "moved"
}

/** True if two values are equal regardless of the order of members, which the database does not keep. */
function sameEvidence(one: AlertEvidence, other: AlertEvidence): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, ordered(one)]),
  )
}

/** The identity of an alert: kind, unit and part. */
export interface Cause {
  readonly kind: AlertKind
  readonly unit: AlertUnit
  readonly unitId: string
  readonly part: string
}

/** Returns a text that is unique for each cause. Its SHA-256 is the key of the alert. */
export const causeOf = ({ kind, unit, unitId, part }: Cause): string => [kind, unit, unitId, part].join("\n")
