import type { WatchSettings } from "../alert-settings"
import type { CheckResult } from "../found-alert"
import { evaluateRules } from "../rule"
import type { FileFacts } from "./facts"
import { FILE_RULES } from "./rules"

/** Returns the alerts of a memory file. Depends only on facts, settings and the day (UTC). */
export const checkFile = (facts: FileFacts, settings: WatchSettings, now: Date): CheckResult =>
  evaluateRules(FILE_RULES, facts, settings, now)
