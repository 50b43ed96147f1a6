import { counted } from "../counted"
import { addDays, daysAfter } from "../day"
import { alertOf, type Rule } from "../rule"
import type { ProjectFacts } from "./facts"
import { folderOf, nameOf } from "./log-missing"

/** Workspaces without logs or sessions for longer are not checked. */
const LEFT_AFTER_DAYS = 30

/**
 * Daily logs that hold something are younger than the last compaction, or the last change of `MEMORY.md`, and
 * the first of them older than it may get to be. Source: agent memory workspace, story C, "a measurable
 * cadence".
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
      const kept =
        compactedUpTo !== null && compactedUpTo > (memory?.changedOn ?? "")
          ? `last compaction: up to ${compactedUpTo}`
          : memory === null
            ? "no MEMORY.md yet"
            : `${memory.name} last changed on ${memory.changedOn}`
      const message = `${nameOf(workspace)} has ${counted(waiting.length, "daily log")} since ${first.day} with ${counted(entries, "entry", "entries")} to compact (${kept}). Compaction is due every ${counted(compactionDays, "day")}`
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
