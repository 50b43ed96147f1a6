import type { WatchSettings } from "../alert-settings"
import type { CheckResult } from "../found-alert"
import { evaluateRules } from "../rule"
import { coachOverdue } from "./coach-overdue"
import { compactionOverdue } from "./compaction-overdue"
import type { ProjectFacts } from "./facts"
import { linkBroken } from "./broken-symlinks"
import { logMissing } from "./log-missing"
import { filesNeverLoaded } from "./never-loaded"
import { quarantinedSecrets, quarantinedFiles } from "./quarantined-files"

/** Returns the alerts of a project. Depends only on facts, settings and the day (UTC). */
export const checkProject = (facts: ProjectFacts, settings: WatchSettings, now: Date): CheckResult =>
  evaluateRules(
    [
      quarantinedSecrets,
      quarantinedFiles,
      filesNeverLoaded,
      linkBroken,
      compactionOverdue,
      logMissing,
      coachOverdue,
    ],
    facts,
    settings,
    now,
  )
