import type { WatchSettings } from "../watch-settings"
import type { CheckResult } from "../found-alert"
import { lookBy } from "../rule"
import { cold } from "./cold"
import type { AgentFacts } from "./facts"
import { flood } from "./flood"
import { neverLoaded } from "./never-loaded"
import { oldRevision } from "./old-revision"
import { silence } from "./silence"

/** Returns the alerts of an agent. Depends only on facts, settings and the day (UTC). */
export const lookAtAgent = (facts: AgentFacts, settings: WatchSettings, now: Date): CheckResult =>
  lookBy([neverLoaded, oldRevision, cold, flood, silence], facts, settings, now)
