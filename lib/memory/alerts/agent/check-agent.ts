import type { WatchSettings } from "../alert-settings"
import type { CheckResult } from "../found-alert"
import { evaluateRules } from "../rule"
import { coldAgent } from "./cold"
import type { AgentFacts } from "./facts"
import { proposalFlood } from "./flood"
import { neverLoaded } from "./never-loaded"
import { oldRevision } from "./old-revision"
import { silentAgent } from "./no-proposals"

/** Returns the alerts of an agent. Depends only on facts, settings and the day (UTC). */
export const checkAgent = (facts: AgentFacts, settings: WatchSettings, now: Date): CheckResult =>
  evaluateRules([neverLoaded, oldRevision, coldAgent, proposalFlood, silentAgent], facts, settings, now)
