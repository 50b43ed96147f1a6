import type { WatchSettings } from "../watch-settings"
import type { CheckResult } from "../found-alert"
import { lookBy } from "../rule"
import { coachOverdue } from "./coach-overdue"
import { compactionOverdue } from "./compaction-overdue"
import type { ProjectFacts } from "./facts"
import { linkBroken } from "./link-broken"
import { logMissing } from "./log-missing"
import { nobodyLoads } from "./never-loaded"
import { secret, setAside } from "./set-aside"

/** Returns the alerts of a project. Depends only on facts, settings and the day (UTC). */
export const checkProject = (facts: ProjectFacts, settings: WatchSettings, now: Date): CheckResult =>
  lookBy(
    [secret, setAside, nobodyLoads, linkBroken, compactionOverdue, logMissing, coachOverdue],
    facts,
    settings,
    now,
  )
