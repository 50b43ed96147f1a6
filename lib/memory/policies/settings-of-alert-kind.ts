import type { PolicySetting } from "./policy"
import type { AlertKind } from "../alerts/kinds"

/** Returns the settings with the thresholds of a kind of alert; empty if the kind has none. */
export function measuresOf(kind: AlertKind): readonly PolicySetting[] {
  return MEASURES[kind] ?? []
}

const MEASURES: Partial<Record<AlertKind, readonly PolicySetting[]>> = {
  "past-cut": ["limits"],
  "over-budget": ["budgetLines"],
  "run-cache-over": ["limits"],
  "filling-up": ["budgetLines", "limits"],
  flood: ["floodTimes"],
  "compaction-overdue": ["compactionDays"],
  "coach-overdue": ["coachDays"],
  "stale-file": ["staleFileDays", "staleSessions"],
  "stale-entries": ["staleDays", "staleDaysByType"],
  "unverified-entries": ["verification"],
  "session-noise": ["noisePhrases"],
  "section-missing": ["sections"],
}
