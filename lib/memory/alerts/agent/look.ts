import type { WatchSettings } from "../../policies/watch-settings"
import type { Look } from "../found"
import { lookBy } from "../rule"
import { cold } from "./cold"
import type { AgentFacts } from "./facts"
import { flood } from "./flood"
import { neverLoaded } from "./never-loaded"
import { oldRevision } from "./old-revision"
import { silence } from "./silence"

/** What an agent breaks, by all rules of agents. The same facts, settings and day (UTC) give the same. */
export const lookAtAgent = (facts: AgentFacts, settings: WatchSettings, now: Date): Look =>
  lookBy([neverLoaded, oldRevision, cold, flood, silence], facts, settings, now)
