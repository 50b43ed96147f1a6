import type { AlertEvidence, FoundAlert } from "./found"
import { ALERT_SEVERITIES, type AlertKind, type AlertSeverity, type AlertState } from "./kinds"

/** What an alert is filed under. */
export interface AlertPlace {
  readonly projectId: string | null
  readonly agentId: string | null
  readonly categoryId: string | null
  readonly fileId: string | null
}

/** What of an alert follows its cause. */
export interface Told extends AlertPlace {
  readonly severity: AlertSeverity
  readonly message: string
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  readonly evidence: AlertEvidence
}

/** An alert as it is stored. */
export interface StoredAlert extends Told {
  readonly id: string
  readonly kind: AlertKind
  readonly part: string
  readonly state: AlertState
  readonly round: number
  readonly snoozedUntil: Date | null
  readonly ignoredBy: string | null
  readonly ignoredFrom: DecidedState | null
}

/** What somebody decided before a rule ignored it: that holds again when the rule is taken away. */
export type DecidedState = Extract<AlertState, "open" | "acknowledged" | "snoozed">

/** What happened to it by itself: what its history says. */
export type Happened = "raised" | "changed" | "reopened" | "woken" | "ignored" | "unignored" | "resolved"

/** What becomes of one alert. */
export interface Becomes {
  /** Null: it is new. */
  readonly id: string | null
  readonly kind: AlertKind
  readonly part: string
  readonly state: AlertState
  readonly round: number
  readonly snoozedUntil: Date | null
  readonly ignoredBy: string | null
  readonly ignoredFrom: DecidedState | null
  readonly told: Told
  /** In this order. Empty: it only moved with its file, or is ignored: nobody is told. */
  readonly happened: readonly Happened[]
}

export interface Looking {
  /** Every alert of the unit, resolved ones too. */
  readonly stored: readonly StoredAlert[]
  /** Empty where the unit is no longer there. */
  readonly found: readonly FoundAlert[]
  readonly place: AlertPlace & { readonly path: string | null }
  /** The rule that ignores what was found; null: none. */
  ruleFor(found: { readonly kind: AlertKind; readonly path: string | null }): string | null
  readonly now: Date
}

/**
 * What becomes of the alerts of one unit after a look at it: of those alone that are other than stored, one for each cause. An alert
 * follows its cause whatever its state. What somebody has decided stands while the cause changes, until it gets worse; a cause that is
 * gone resolves it, and one that comes back raises it a round later.
 */
export function transitions({ stored, found, place, ruleFor, now }: Looking): Becomes[] {
  const known = new Map(stored.map((one) => [nameOf(one), one]))
  const becoming: Becomes[] = []
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
        : followed(before, told, rule, now)
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
  { path: own, projectId, agentId, categoryId, fileId }: Looking["place"],
): Told {
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
  told: Told,
  before: StoredAlert | undefined,
  rule: string | null,
): Becomes {
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

/** Null: nothing is other than before. */
function followed(before: StoredAlert, told: Told, rule: string | null, now: Date): Becomes | null {
  const one = { ...kept(before), told }
  const change = changeOf(before, told)
  const worse = isWorse(told.severity, before.severity)
  if (rule !== null) {
    if (before.state === "ignored" && change === "none" && before.ignoredBy === rule) return null
    // What was decided of it was decided of nothing worse.
    const ignoredFrom =
      worse || before.state === "resolved"
        ? "open"
        : before.state === "ignored"
          ? before.ignoredFrom
          : before.state
    return {
      ...one,
      state: "ignored",
      snoozedUntil: ignoredFrom === "snoozed" ? before.snoozedUntil : null,
      ignoredBy: rule,
      ignoredFrom,
      happened: before.state === "ignored" ? [] : ["ignored"],
    }
  }
  const changed = change === "told" ? (["changed"] as const) : []
  switch (before.state) {
    case "ignored": {
      const state = worse ? "open" : unignored(before, now)
      return {
        ...one,
        state,
        snoozedUntil: state === "snoozed" ? before.snoozedUntil : null,
        ignoredBy: null,
        ignoredFrom: null,
        happened: [...changed, state === "open" ? "reopened" : "unignored"],
      }
    }
    case "snoozed":
      if (worse || before.snoozedUntil === null || before.snoozedUntil <= now)
        return { ...one, state: "open", snoozedUntil: null, happened: [...changed, "woken"] }
      break
    case "acknowledged":
      if (worse) return { ...one, state: "open", happened: [...changed, "reopened"] }
      break
    case "open":
    case "resolved":
      break
  }
  return change === "none" ? null : { ...one, happened: [...changed] }
}

/** In which state it is when no rule ignores it any more. */
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
}: StoredAlert): Becomes {
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

/** "moved": it stands on another line, or its file belongs to somebody else, and says what it said. */
function changeOf(before: Told, now: Told): "told" | "moved" | "none" {
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

/** Whatever the order of their members: the store has one of its own. */
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
