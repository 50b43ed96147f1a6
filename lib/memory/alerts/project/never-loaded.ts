import { addDays, daysAfter } from "../day"
import { AT_WORK_DAYS } from "../agent/never-loaded"
import { listed } from "../counted"
import { alertOf, type Rule } from "../rule"
import type { ProjectFacts } from "./facts"

/** Agents work in a project that has memory, and no harness ever said what it gives them: one fact of the project, not one of each agent. */
export const nobodyLoads: Rule<ProjectFacts> = {
  find({ name, hasMemory, reports, workers }, _settings, today) {
    const working = workers
      .filter(({ lastDay }) => daysAfter(today, lastDay) < AT_WORK_DAYS)
      .map((one) => one.name)
    if (!hasMemory || reports || working.length === 0) return []
    const message = `${listed(working)} worked in ${name} within ${AT_WORK_DAYS} days, and no harness ever said what memory it gives them`
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
