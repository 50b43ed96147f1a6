import { formatCount } from "@/lib/memory/text/sentence"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { compactableFiles } from "@/lib/db/compactions"
import { readPolicies } from "@/lib/db/policies"
import { dayOf } from "@/lib/memory/alerts/day"
import { groupBy } from "@/lib/memory/text/aggregates"
import {
  newestLogGap,
  type HarnessLink,
  type LinkedHarness,
  linkedHarnesses,
  READ_BY_ALL,
} from "@/lib/memory/health/harness-and-log-checks"
import { leftAloneLinks, ownersAt } from "@/lib/db/deliveries/harness-links"
import { INSIDE_LINK, readInsideLink } from "@/lib/files/unsafe-paths"
import { dueLogs } from "../compaction/due"
import { workspacesAmong } from "../compaction/target"
import { NAMED } from "./health-facts"
import { type CheckOfHealth, type SubjectOfCheck } from "./health-outputs"

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
          gap.earlier === 0 ? "" : `, and ${formatCount(gap.earlier, "earlier gap", "earlier gaps")}`
        const message = `No log for ${formatCount(gap.days, "day", "days")} between ${gap.from} and ${gap.to}${earlier}`
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
        : `${formatCount(gaps.length, "workspace has", "workspaces have")} days without a log`,
    wayOut: "Record learnings every working day, with memory_flush or a session-end hook",
    subjects: gaps.slice(0, NAMED),
    more: Math.max(0, gaps.length - NAMED),
    project: first.project,
    path: first.path,
  }
}

/**
 * Reads which harness reads which workspace file through which link, from the newest import of each source.
 */
export async function readHarnessLinks(
  visible: Visibility,
  projectIds: readonly string[],
): Promise<LinkedHarness[]> {
  const found = (await leftAloneLinks(visible, { names: [...READ_BY_ALL], words: INSIDE_LINK })).flatMap(
    ({ sourceId, path, reason }) => {
      const target = readInsideLink(reason)
      return target === null ? [] : [{ sourceId, path, target }]
    },
  )
  const owners = new Map(
    (await ownersAt(visible, { projectIds, paths: found.map(({ target }) => target) })).map((one) => [
      `${one.sourceId}\0${one.path}`,
      one,
    ]),
  )
  return linkedHarnesses(
    found.flatMap(({ sourceId, path, target }): HarnessLink[] => {
      const owner = owners.get(`${sourceId}\0${target}`)
      return owner === undefined ? [] : [{ project: owner.project, agent: owner.agent, path, target }]
    }),
  )
}

/** Returns a check of the links that harnesses read. Null if no harness reads a workspace through links. */
export function checkOfLinks(harnesses: readonly LinkedHarness[]): CheckOfHealth | null {
  if (harnesses.length === 0) return null
  const lacking = harnesses.filter(({ lacks }) => lacks.length > 0)
  const ok = lacking.length === 0
  const subjects = [...lacking, ...harnesses.filter(({ lacks }) => lacks.length === 0)].map(subjectOfLinks)
  return {
    name: "harness-links",
    label: "Harness links",
    ok,
    severity: ok ? null : "info",
    message: ok
      ? `${formatCount(harnesses.length, "harness reads", "harnesses read")} the same files through symbolic links`
      : `Symbolic links are missing for ${lacking.length.toLocaleString("en")} of ${formatCount(harnesses.length, "harness", "harnesses")}`,
    wayOut: ok ? null : "Create the missing symbolic links, then import the source again",
    subjects: subjects.slice(0, NAMED),
    more: Math.max(0, subjects.length - NAMED),
    project: subjects[0]?.project ?? null,
    path: subjects[0]?.path ?? null,
  }
}

function subjectOfLinks({ harness, project, agent, reads, lacks }: LinkedHarness): SubjectOfCheck {
  const linked = reads.map(({ path, target }) => `${path} → ${target}`).join(", ")
  const missing = lacks.map(({ name, target }) => `${harness}/${name} → ${target}`).join(", ")
  return {
    kind: null,
    alert: null,
    severity: "info",
    project,
    agent,
    file: null,
    path: lacks[0] === undefined ? (reads[0]?.path ?? null) : `${harness}/${lacks[0].name}`,
    line: null,
    message:
      missing === "" ? `${harness} reads ${linked}` : `${harness} is missing ${missing}, but reads ${linked}`,
  }
}
