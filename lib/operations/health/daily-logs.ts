import type { Visibility } from "@/lib/memory/teams/visibility"
import { compactableFiles } from "@/lib/db/compaction/compactions"
import { readPolicies } from "@/lib/db/policies/policies"
import { dayOf } from "@/lib/memory/alerts/day"
import { groupBy } from "@/lib/memory/text/group"
import { newestLogGap } from "@/lib/memory/health/log-gaps"
import { countWithNoun } from "@/lib/memory/health/health-check-texts"
import { dueLogs } from "../compaction/due"
import { workspacesAmong } from "../compaction/workspaces"
import { NAMED } from "./read-facts"
import type { CheckOfHealth, SubjectOfCheck } from "./health-outputs"

export interface DailyLogs {
  /** Workspaces whose logs are due to be compacted. */
  readonly due: readonly SubjectOfCheck[]
  /** Workspaces with days without a log, one subject each. */
  readonly gaps: readonly SubjectOfCheck[]
}

/** Reads the state of the daily logs of projects. */
export async function readDailyLogs(
  visible: Visibility,
  projectIds: readonly string[],
  now: Date,
): Promise<DailyLogs> {
  const today = dayOf(now)
  const [files, policies] = await Promise.all([compactableFiles(visible, projectIds), readPolicies(visible)])
  const byProject = [...groupBy(files, ({ projectId }) => projectId).values()]
  const due = await dueLogs(visible, { projectIds, files: byProject, policies, today })
  return {
    due: due.map(({ project, agent, path, why }) =>
      subjectOf({ project, agent, path, message: `Due: ${why}` }),
    ),
    gaps: byProject.flatMap((own) =>
      workspacesAmong(own).flatMap(({ logs, format, agent, path }): SubjectOfCheck[] => {
        // Kaizen agents have a session log in their memory and write daily logs only occasionally.
        const gap =
          format === "kaizen"
            ? null
            : newestLogGap(
                logs.map(({ day }) => day),
                today,
              )
        const project = own[0]?.project
        if (gap === null || project === undefined) return []
        const earlier =
          gap.earlier === 0 ? "" : `, and ${countWithNoun(gap.earlier, "earlier gap", "earlier gaps")}`
        const message = `No log for ${countWithNoun(gap.days, "day", "days")} between ${gap.from} and ${gap.to}${earlier}`
        return [subjectOf({ project, agent, path, message })]
      }),
    ),
  }
}

const subjectOf = (one: Pick<SubjectOfCheck, "project" | "agent" | "path" | "message">): SubjectOfCheck => ({
  ...one,
  file: null,
  line: null,
  severity: "info",
  kind: null,
  alert: null,
})

/** Returns a check of days without a log, with one subject per workspace. Null if no workspace has any. */
export function checkOfGaps({ gaps }: DailyLogs): CheckOfHealth | null {
  const [first] = gaps
  if (first === undefined) return null
  return {
    name: "daily-logs",
    label: "Daily logs",
    ok: false,
    severity: "info",
    message:
      gaps.length === 1
        ? first.message
        : `${countWithNoun(gaps.length, "workspace has", "workspaces have")} days without a log`,
    wayOut: "Record learnings every working day, with memory_flush or a session-end hook",
    subjects: gaps.slice(0, NAMED),
    more: Math.max(0, gaps.length - NAMED),
    project: first.project,
    path: first.path,
  }
}
