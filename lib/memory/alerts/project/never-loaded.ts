import { addDays, daysAfter } from "../day"
import { AT_WORK_DAYS } from "../agent/never-loaded"
import { joinNames } from "../../numbers/format-count"
import { alertOf, type Rule } from "../rule"
import type { ProjectFacts } from "./facts"

/**
 * A project with memory and active agents in which no harness has reported loading memory. Raised once for
 * the project.
 */
export const filesNeverLoaded: Rule<ProjectFacts> = {
  find({ name, hasMemory, reports, workers }, _settings, today) {
    const working = workers
      .filter(({ lastDay }) => daysAfter(today, lastDay) < AT_WORK_DAYS)
      .map((one) => one.name)
    if (!hasMemory || reports || working.length === 0) return []
    const message = `${joinNames(working)} worked on ${name} in the last ${AT_WORK_DAYS} days, but no harness has reported loading memory`
    return [
      alertOf("never-loaded", {
        severity: "info",
        message,
        evidence: { figures: { agents: working.length }, names: working },
      }),
    ]
  },
  turns: ({ workers }) => workers.map(({ lastDay }) => addDays(lastDay, AT_WORK_DAYS)),
}
