import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { type LastCompaction, lastCompactions } from "@/lib/db/compaction/compactions"
import {
  sessionsInProjects,
  type SessionsOfAgent,
  quarantinedInProjects,
  type WatchedProject,
  watchedProjects,
  type WorkspaceFile,
  workersOf,
  workspaceFiles,
} from "@/lib/db/alerts/project-facts"
import { readLinkReason } from "@/lib/files/symlink-reasons"
import { dayOfLog } from "@/lib/formats/workspace/workspace-place"
import { AT_WORK_DAYS } from "@/lib/memory/alerts/agent/never-loaded"
import { addDays, dayOf } from "@/lib/memory/alerts/day"
import type { ProjectFacts, WorkspaceFacts } from "@/lib/memory/alerts/project/facts"
import { checkProject } from "@/lib/memory/alerts/project/check-project"
import { groupBy } from "@/lib/memory/text/group"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import type { StoredCheck } from "./check-results"

/** Evaluates the alert rules for projects of a team. Projects that no longer exist are not in the result. */
export async function checkProjects(
  teamId: string,
  ids: readonly string[],
  { policies, now }: { policies: readonly PlacedPolicy[]; now: Date },
): Promise<Map<string, StoredCheck>> {
  const read = await readProjectFacts(teamId, ids, now)
  return new Map(
    read.map(({ project, facts }) => {
      const settings = policyFor(policies, {
        scope: "project",
        project: project.slug,
        category: null,
        agent: null,
      })
      return [
        project.id,
        {
          look: checkProject(facts, settings, now),
          said: [],
          place: { projectId: project.id, agentId: null, categoryId: null, fileId: null, path: null },
        },
      ]
    }),
  )
}

/** Reads the facts that the project rules need, in a fixed number of queries. */
export async function readProjectFacts(
  teamId: string,
  ids: readonly string[],
  now: Date,
): Promise<{ project: WatchedProject; facts: ProjectFacts }[]> {
  // One day more than any rule looks back.
  const since = new Date(`${addDays(dayOf(now), -AT_WORK_DAYS - 1)}T00:00:00Z`)
  const [projects, files, aside, compactions] = await Promise.all([
    watchedProjects(wholeTeamUnchecked(teamId), ids),
    workspaceFiles(wholeTeamUnchecked(teamId), ids),
    quarantinedInProjects(wholeTeamUnchecked(teamId), ids),
    lastCompactions(wholeTeamUnchecked(teamId), ids),
  ])
  const silent = projects
    .filter((project) => project.hasMemory && !project.reports)
    .map((project) => project.id)
  const [workers, sessions] = await Promise.all([
    workersOf(wholeTeamUnchecked(teamId), silent, since),
    sessionsInProjects(
      wholeTeamUnchecked(teamId),
      [...new Set(files.filter((file) => file.role === "log").map((file) => file.projectId))],
      since,
    ),
  ])
  const [compactedBy, filesBy, asideBy, workersBy, sessionsBy] = [
    groupBy(
      compactions.filter(({ kind }) => kind === "logs"),
      ofProject,
    ),
    groupBy(files, ofProject),
    groupBy(aside, ofProject),
    groupBy(workers, ofProject),
    groupBy(sessions, ofProject),
  ]
  return projects.map((project) => {
    const set = (asideBy.get(project.id) ?? []).map(({ projectId: _, ...one }) => ({
      ...one,
      link: readLinkReason(one.reason),
    }))
    return {
      project,
      facts: {
        name: project.name,
        hasMemory: project.hasMemory,
        reports: project.reports,
        coach: project.coach,
        workers: (workersBy.get(project.id) ?? []).map(({ name, lastDay }) => ({ name, lastDay })),
        workspaces: workspacesOf(
          filesBy.get(project.id) ?? [],
          sessionsBy.get(project.id) ?? [],
          compactedBy.get(project.id) ?? [],
        ),
        links: set.flatMap(({ source, path, link }) => (link === null ? [] : [{ source, path, ...link }])),
        setAside: set.flatMap(({ link, ...one }) => (link === null ? [one] : [])),
      },
    }
  })
}

const ofProject = ({ projectId }: { readonly projectId: string }): string => projectId

/**
 * Returns the folders with daily logs. Agents whose memory has a session log write daily logs only
 * occasionally.
 */
function workspacesOf(
  files: readonly WorkspaceFile[],
  sessions: readonly SessionsOfAgent[],
  compactions: readonly LastCompaction[],
): WorkspaceFacts[] {
  const logs = files.flatMap((file) => {
    const day = file.role === "log" ? dayOfLog(file.path) : null
    return day === null
      ? []
      : [{ root: folderOf(folderOf(file.path)), day, entries: file.entries, agent: file.agent }]
  })
  return [...groupBy(logs, ({ root }) => root)].map(([root, those]) => {
    const memory = files.find((file) => file.role === "memory" && folderOf(file.path) === root)
    const agent = memory?.agent ?? those[0]?.agent ?? null
    // An agent without memory works in the shared workspace, or in the workspace of the project's only agent.
    const isOpen = agent === null || (root === "" && files.every((file) => file.agent === agent))
    const own = sessions.filter((one) => one.agent === agent || (isOpen && !one.hasOwn))
    return {
      root,
      memory:
        memory === undefined
          ? null
          : { name: memory.path.slice(memory.path.lastIndexOf("/") + 1), changedOn: memory.changedOn },
      compactedUpTo: compactions.find(({ path }) => folderOf(path) === root)?.upTo ?? null,
      logs: those.map(({ day, entries }) => ({ day, entries })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
      sessions: memory?.format === "kaizen" ? [] : byDay(own),
    }
  })
}

const byDay = (sessions: readonly SessionsOfAgent[]): WorkspaceFacts["sessions"] =>
  [...groupBy(sessions, ({ day }) => day)].map(([day, those]) => ({
    day,
    begun: those.reduce((sum, one) => sum + one.begun, 0),
    closed: those.reduce((sum, one) => sum + one.closed, 0),
  }))

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))
