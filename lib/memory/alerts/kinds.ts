import type { Diagnostic } from "../memory-files/format"

export type AlertSeverity = Diagnostic["severity"]
export const ALERT_SEVERITIES = ["error", "warning", "info"] as const satisfies readonly AlertSeverity[]

/** The units that alert rules check. */
export const ALERT_UNITS = ["file", "agent", "project"] as const
export type AlertUnit = (typeof ALERT_UNITS)[number]

interface KindOfAlert {
  /** The name in lists and filters. */
  readonly label: string
  readonly unit: AlertUnit
  /** The default severity. A finding can override it. */
  readonly severity: AlertSeverity
}

/** The kinds of alerts on memory files, agents and projects, most important first. */
export const KINDS_OF_ALERT = {
  "past-cut": { label: "Truncated", unit: "file", severity: "error" },
  malformed: { label: "Parse errors", unit: "file", severity: "error" },
  secret: { label: "Secret", unit: "project", severity: "error" },
  "invisible-characters": { label: "Hidden characters", unit: "file", severity: "error" },
  "instruction-like": { label: "Reads like an instruction", unit: "file", severity: "error" },
  "set-aside": {
    label: "Quarantined",
    unit: "project",
    severity: "error",
  },
  unchecked: { label: "Could not be checked", unit: "file", severity: "warning" },
  "bad-frontmatter": { label: "Invalid front matter", unit: "file", severity: "warning" },
  "over-budget": { label: "Over budget", unit: "file", severity: "warning" },
  "run-cache-over": { label: "Too many runs", unit: "file", severity: "warning" },
  "filling-up": { label: "Filling up", unit: "file", severity: "info" },
  "never-loaded": { label: "Never loaded", unit: "agent", severity: "warning" },
  "old-revision-loaded": { label: "Outdated revision loaded", unit: "agent", severity: "warning" },
  "broken-reference": { label: "Broken reference", unit: "file", severity: "warning" },
  "link-broken": { label: "Broken link", unit: "project", severity: "warning" },
  "cold-agent": { label: "Cold agent", unit: "agent", severity: "warning" },
  flood: { label: "Proposal flood", unit: "agent", severity: "warning" },
  silence: { label: "No proposals", unit: "agent", severity: "info" },
  "compaction-overdue": { label: "Compaction overdue", unit: "project", severity: "warning" },
  "coach-overdue": { label: "Coach overdue", unit: "project", severity: "info" },
  "log-missing": { label: "No daily log today", unit: "project", severity: "info" },
  "stale-file": { label: "Stale file", unit: "file", severity: "warning" },
  "stale-entries": { label: "Stale entries", unit: "file", severity: "info" },
  "undated-entries": { label: "Undated entries", unit: "file", severity: "info" },
  "unverified-entries": { label: "Unverified entries", unit: "file", severity: "info" },
  duplicate: { label: "Duplicate across agents", unit: "file", severity: "info" },
  "restates-instructions": { label: "Restates instructions", unit: "file", severity: "info" },
  "session-noise": { label: "Session noise", unit: "file", severity: "info" },
  "section-missing": { label: "Missing section", unit: "file", severity: "info" },
  "section-unknown": { label: "Unknown section", unit: "file", severity: "info" },
  empty: { label: "Empty", unit: "file", severity: "info" },
  sparse: { label: "Almost empty", unit: "file", severity: "info" },
  gone: { label: "Removed from source", unit: "file", severity: "info" },
} as const satisfies Readonly<Record<string, KindOfAlert>>

export type AlertKind = keyof typeof KINDS_OF_ALERT
export const ALERT_KINDS = Object.keys(KINDS_OF_ALERT) as readonly AlertKind[]

/** The states of an alert. Only Quarterdeck sets "resolved". */
export const ALERT_STATES = ["open", "acknowledged", "snoozed", "ignored", "resolved"] as const
export type AlertState = (typeof ALERT_STATES)[number]
