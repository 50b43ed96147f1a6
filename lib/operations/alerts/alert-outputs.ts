import { z } from "zod"
import { ENTRY_OPINIONS } from "@/lib/memory/conflicts/second-opinion"
import type { AlertRow } from "@/lib/db/alerts/list"
import { curesNamed } from "@/lib/memory/alerts/cure/cures"
import { CURES } from "@/lib/memory/alerts/cure/facts"
import { ALERT_KINDS, ALERT_SEVERITIES, ALERT_STATES } from "@/lib/memory/alerts/kinds"

const place = z.object({ slug: z.string(), name: z.string() })

export const alertView = z.object({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(ALERT_SEVERITIES),
  state: z.enum(ALERT_STATES),
  /** Raised each time that its cause comes back. */
  round: z.number(),
  message: z.string(),
  project: place.nullable(),
  agent: z.string().nullable(),
  /** The slug of the category whose memory it is, or to which its agent belongs. */
  category: z.string().nullable(),
  path: z.string().nullable(),
  /** The id of the memory file that was looked at; null where it was an agent or a project. */
  file: z.string().nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  snoozedUntil: z.string().nullable(),
  raisedAt: z.string(),
  changedAt: z.string(),
  resolvedAt: z.string().nullable(),
  /** What of the file, agent or project: a harness, a path; empty where it may break the rule but once. */
  part: z.string(),
  /** What may be done about it at once, by its kind: what can be now, its list of cures tells. */
  cures: z.array(z.enum(CURES)),
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
  /** How many alerts it ignores at present. */
  ignoring: z.number(),
})

export const alertHistoryEvent = z.object({
  what: z.string(),
  round: z.number(),
  by: z.object({ kind: z.string(), name: z.string() }),
  at: z.string(),
  detail: z.record(z.string(), z.unknown()),
})

/** An entry that an alert is about, as it stands now. */
export const alertEntry = z.object({
  id: z.string(),
  text: z.string(),
  line: z.number(),
  path: z.string(),
  file: z.string(),
  agent: z.string().nullable(),
  /** The date that the file states, YYYY-MM-DD. */
  date: z.string().nullable(),
  /** Of what several agents say: who else does. */
  alsoBy: z.array(z.string()).optional(),
  /** Of an entry that reads like an instruction: what a language model said of it, if one was asked. It decides nothing. */
  opinion: z.object({ model: z.string(), says: z.enum(ENTRY_OPINIONS), why: z.string() }).optional(),
})

export const alertEvidence = z.object({
  figures: z.record(z.string(), z.number()),
  names: z.array(z.string()),
  places: z.array(z.object({ line: z.number(), column: z.number(), code: z.string(), message: z.string() })),
  entries: z.array(alertEntry),
})

/** Each with the state that it is in then. */
export const decidedAlerts = z.object({
  alerts: z.array(z.object({ id: z.string(), state: z.enum(ALERT_STATES) })),
})

export function viewOf(row: AlertRow): z.input<typeof alertView> {
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
    cures: row.state === "resolved" ? [] : [...curesNamed(row.kind, row.part)],
  }
}
