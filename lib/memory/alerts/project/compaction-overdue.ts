import { formatCount } from "../../numbers/format-count"
import { addDays, daysAfter } from "../day"
import { alertOf, type Rule } from "../rule"
import type { ProjectFacts } from "./facts"
import { folderOf, nameOf } from "./log-missing"

/** Number of days without logs or sessions after which a workspace is not checked. */
const LEFT_AFTER_DAYS = 30

/**
 * Raised if daily logs have entries newer than the last compaction and the last change of `MEMORY.md`, and the oldest of them is past the
 * limit. Source: agent memory workspace, story C, "a measurable cadence".
 */
export const compactionOverdue: Rule<ProjectFacts> = {
  find: ({ workspaces }, { compactionDays }, today) =>
    workspaces.flatMap((workspace) => {
      const { memory, logs, sessions, compactedUpTo } = workspace
      const waiting = logs.filter(
        ({ day, entries }) =>
          entries > 0 &&
          day <= today &&
          (memory === null || day > memory.changedOn) &&
          (compactedUpTo === null || day > compactedUpTo),
      )
      const [first] = waiting
      if (compactionDays === null || first === undefined || daysAfter(today, first.day) <= compactionDays)
        return []
      if (![...logs, ...sessions].some(({ day }) => day <= today && daysAfter(today, day) <= LEFT_AFTER_DAYS))
        return []
      const entries = waiting.reduce((sum, one) => sum + one.entries, 0)
      const message = `${nameOf(workspace)} has ${formatCount(waiting.length, "daily log")} since ${first.day} with ${formatCount(entries, "entry", "entries")} to compact (${lastCompaction(workspace)}). Compaction is due every ${formatCount(compactionDays, "day")}`
      return [
        alertOf("compaction-overdue", {
          part: workspace.root,
          path: `${folderOf(workspace)}${memory?.name ?? "MEMORY.md"}`,
          message,
          evidence: { figures: { logs: waiting.length, entries, days: compactionDays } },
        }),
      ]
    }),
  turns: ({ workspaces }, { compactionDays }) =>
    workspaces.flatMap(({ logs, sessions }) =>
      [...logs, ...sessions].flatMap(({ day }) => [
        day,
        addDays(day, (compactionDays ?? 0) + 1),
        addDays(day, LEFT_AFTER_DAYS + 1),
      ]),
    ),
}

function lastCompaction({ memory, compactedUpTo }: ProjectFacts["workspaces"][number]): string {
  if (compactedUpTo !== null && compactedUpTo > (memory?.changedOn ?? ""))
    return `compacted up to ${compactedUpTo}`
  return memory === null ? "no MEMORY.md yet" : `${memory.name} last changed on ${memory.changedOn}`
}
