import type { Diagnostic } from "../memory-files/diagnostic"

export type AlertSeverity = Diagnostic["severity"]
export const ALERT_SEVERITIES = ["error", "warning", "info"] as const satisfies readonly AlertSeverity[]

/** What is looked at: each breaks its rules by itself. */
export const ALERT_UNITS = ["file", "agent", "project"] as const
export type AlertUnit = (typeof ALERT_UNITS)[number]

interface KindOfAlert {
  /** As lists and filters say it. */
  readonly label: string
  readonly unit: AlertUnit
  /** Unless what is found says otherwise. */
  readonly severity: AlertSeverity
}

/** What a memory file, an agent or a project may break, in the order in which a lead wants to know. */
export const KINDS_OF_ALERT = {
  "past-cut": { label: "Past the cut", unit: "file", severity: "error" },
  malformed: { label: "Malformed", unit: "file", severity: "error" },
  secret: { label: "Secret", unit: "project", severity: "error" },
  "invisible-characters": { label: "Invisible characters", unit: "file", severity: "error" },
  "instruction-like": { label: "Reads like an instruction", unit: "file", severity: "error" },
  "set-aside": { label: "Set aside", unit: "project", severity: "error" },
  /** Of a file, an agent or a project. */
  unchecked: { label: "Could not be checked", unit: "file", severity: "warning" },
  "bad-frontmatter": { label: "Bad frontmatter", unit: "file", severity: "warning" },
  "over-budget": { label: "Over budget", unit: "file", severity: "warning" },
  "run-cache-over": { label: "Run cache over its runs", unit: "file", severity: "warning" },
  "filling-up": { label: "Filling up", unit: "file", severity: "info" },
  "never-loaded": { label: "Never loaded", unit: "agent", severity: "warning" },
  "old-revision-loaded": { label: "Old revision loaded", unit: "agent", severity: "warning" },
  "broken-reference": { label: "Broken reference", unit: "file", severity: "warning" },
  "link-broken": { label: "Link broken", unit: "project", severity: "warning" },
  "cold-agent": { label: "Cold agent", unit: "agent", severity: "warning" },
  flood: { label: "Flood", unit: "agent", severity: "warning" },
  silence: { label: "Silence", unit: "agent", severity: "info" },
  "compaction-overdue": { label: "Compaction overdue", unit: "project", severity: "warning" },
  "coach-overdue": { label: "Coach overdue", unit: "project", severity: "info" },
  "log-missing": { label: "Today’s log missing", unit: "project", severity: "info" },
  "stale-file": { label: "Stale file", unit: "file", severity: "warning" },
  "stale-entries": { label: "Stale entries", unit: "file", severity: "info" },
  "undated-entries": { label: "Undated entries", unit: "file", severity: "info" },
  "unverified-entries": { label: "Unverified entries", unit: "file", severity: "info" },
  duplicate: { label: "Said by several agents", unit: "file", severity: "info" },
  "restates-instructions": { label: "Restates instructions", unit: "file", severity: "info" },
  "session-noise": { label: "Session noise", unit: "file", severity: "info" },
  "section-missing": { label: "Section missing", unit: "file", severity: "info" },
  "section-unknown": { label: "Unknown section", unit: "file", severity: "info" },
  empty: { label: "Empty", unit: "file", severity: "info" },
  sparse: { label: "Sparse", unit: "file", severity: "info" },
  gone: { label: "Gone", unit: "file", severity: "info" },
} as const satisfies Readonly<Record<string, KindOfAlert>>

export type AlertKind = keyof typeof KINDS_OF_ALERT
export const ALERT_KINDS = Object.keys(KINDS_OF_ALERT) as readonly AlertKind[]

/** What becomes of an alert: it is resolved by itself, by nobody's word. */
export const ALERT_STATES = ["open", "acknowledged", "snoozed", "ignored", "resolved"] as const
export type AlertState = (typeof ALERT_STATES)[number]
