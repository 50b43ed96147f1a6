import { z } from "zod"
import { ENTRY_OPINIONS } from "@/lib/memory/conflicts/second-opinions"
import type { AlertRow } from "@/lib/db/alerts/alerts"
import { fixesNamed } from "@/lib/memory/alerts/fixes/suggest-fixes"
import { FIX_NAMES } from "@/lib/memory/alerts/fixes/fix"
import { ALERT_KINDS, ALERT_SEVERITIES, ALERT_STATES } from "@/lib/memory/alerts/kinds"

const place = z.object({ slug: z.string(), name: z.string() })

export const alertView = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(ALERT_SEVERITIES),
  state: z.enum(ALERT_STATES),
  /** Number of times that the alert was raised. */
  round: z.number(),
  message: z.string(),
  project: place.nullable(),
  agent: z.string().nullable(),
  /** Slug of the category of the memory or its agent. Null if there is none. */
  category: z.string().nullable(),
  path: z.string().nullable(),
  /** Id of the memory file. Null for alerts of agents and projects. */
  file: z.string().nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  snoozedUntil: z.string().nullable(),
  raisedAt: z.string(),
  changedAt: z.string(),
  resolvedAt: z.string().nullable(),
  /**
   * The part of the file, agent or project that the alert is about, such as a harness or a path. Empty if
   * there can be only one alert.
   */
  part: z.string(),
  /** Fixes for this kind of alert. `alert.cures` lists those available now. */
  cures: z.array(z.enum(FIX_NAMES)),
})
export type AlertView = z.output<typeof alertView>

export const alertRuleView = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  project: place.nullable(),
  agent: z.string().nullable(),
  path: z.string().nullable(),
  reason: z.string(),
  by: z.string(),
  createdAt: z.string(),
  /** Number of alerts that the rule ignores now. */
  ignoring: z.number(),
})

export const alertHistoryEvent = z.object({
  what: z.string(),
  round: z.number(),
  by: z.object({ kind: z.string(), name: z.string() }),
  at: z.string(),
  detail: z.record(z.string(), z.unknown()),
})

/** The current entry that an alert is about. */
export const alertEntry = z.object({
  id: z.string(),
  text: z.string(),
  line: z.number(),
  path: z.string(),
  file: z.string(),
  agent: z.string().nullable(),
  /** Date of the entry in the file, YYYY-MM-DD. Null if undated. */
  date: z.string().nullable(),
  /** Other agents that have the same entry, for duplicates. */
  alsoBy: z.array(z.string()).optional(),
  /** Opinion of a language model on an entry that reads like an instruction. It decides nothing. */
  opinion: z.object({ model: z.string(), says: z.enum(ENTRY_OPINIONS), why: z.string() }).optional(),
})

export const alertEvidence = z.object({
  figures: z.record(z.string(), z.number()),
  names: z.array(z.string()),
  places: z.array(z.object({ line: z.number(), column: z.number(), code: z.string(), message: z.string() })),
  entries: z.array(alertEntry),
})

/** Alerts with their new states. */
export const decidedAlerts = z.object({
  alerts: z.array(z.object({ id: z.string(), state: z.enum(ALERT_STATES) })),
})

export function viewAlert(row: AlertRow): z.input<typeof alertView> {
  const {
    teamId: _,
    unit: _unit,
    unitId: _id,
    fileId,
    evidence: _evidence,
    snoozedUntil,
    raisedAt,
    changedAt,
    resolvedAt,
    ...same
  } = row
  return {
    ...same,
    file: fileId,
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
    raisedAt: raisedAt.toISOString(),
    changedAt: changedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    cures: row.state === "resolved" ? [] : [...fixesNamed(row.kind, row.part)],
  }
}
