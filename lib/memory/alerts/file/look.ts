import type { WatchSettings } from "../../policies/watch-settings"
import type { Look } from "../found"
import { lookBy } from "../rule"
import type { FileFacts } from "./facts"
import { FILE_RULES } from "./rules"

/** What a memory file breaks, by all rules of files. The same facts, settings and day (UTC) give the same. */
export const lookAtFile = (facts: FileFacts, settings: WatchSettings, now: Date): Look =>
  lookBy(FILE_RULES, facts, settings, now)
