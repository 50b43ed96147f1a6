import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { ownValue } from "@/lib/memory/text/own-value"
import { lastReceiptsOf } from "@/lib/db/deliveries/last-receipts"
import { freshStarts } from "@/lib/db/seed/plans"
import {
  proposalsByDay,
  reportsOf,
  sessionsByDay,
  type PredecessorWithMemory,
  predecessorsWithMemory,
  siblingsWithMemory,
  type WatchedAgent,
  watchedAgents,
  sessionsInProjects,
  type SessionsOfAgent,
  quarantinedInProjects,
  type WatchedProject,
  watchedProjects,
  type WorkspaceFile,
  workersOf,
  workspaceFiles,
} from "@/lib/db/alerts/agent-and-project-facts"
import {
  type AgentFacts,
  checkAgent,
  AT_WORK_DAYS,
  PROPOSALS_LOOKED_AT_DAYS,
} from "@/lib/memory/alerts/agent-rules"
import { addDays, dayOf } from "@/lib/memory/alerts/day"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import { PREDECESSORS } from "@/lib/memory/agents/categories"
import { type LastCompaction, lastCompactions } from "@/lib/db/compactions"
import { readLinkReason } from "@/lib/files/unsafe-paths"
import { dayOfLog } from "@/lib/formats/workspace/workspace"
import { type ProjectFacts, type WorkspaceFacts, checkProject } from "@/lib/memory/alerts/project-rules"
import type { StoredCheck } from "./unit-checks"
import { fileName, parentFolder } from "@/lib/memory/memory-files/paths"

/** Evaluates the alert rules for agents of a team. Agents that no longer exist are not in the result. */
export async function checkAgents(
  teamId: string,
  ids: readonly string[],
  { policies, now }: { policies: readonly PlacedPolicy[]; now: Date },
): Promise<Map<string, StoredCheck>> {
  const read = await readAgentFacts(teamId, ids, now)
  return new Map(
    read.map(({ agent, facts }) => {
      const settings = policyFor(policies, {
        scope: "project",
        project: agent.projectSlug,
        category: agent.category,
        agent: agent.name,
      })
      return [
        agent.id,
        {
          look: checkAgent(facts, settings, now),
          said: [],
          place: {
            projectId: agent.projectId,
            agentId: agent.id,
            categoryId: agent.categoryId,
            fileId: null,
            path: null,
          },
        },
      ]
    }),
  )
}

interface ReadAgent {
  readonly agent: WatchedAgent
  readonly facts: AgentFacts
}

/**
 * Reads the facts that the agent rules need, in a fixed number of queries. Reads no further back than the
 * longest rule.
 */
export async function readAgentFacts(
  teamId: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadAgent[]> {
  const records = await readAgentRecords(teamId, ids, now)
  return records.agents.map((agent) => ({ agent, facts: agentFacts(agent, records) }))
}

const ownName = (agent: { readonly projectId: string; readonly name: string }) =>
  `${agent.projectId} ${agent.name}`

type AgentRecords = Awaited<ReturnType<typeof readAgentRecords>>

async function readAgentRecords(teamId: string, ids: readonly string[], now: Date) {
  const since = new Date(`${addDays(dayOf(now), -PROPOSALS_LOOKED_AT_DAYS)}T00:00:00Z`)
  const [agents, receipts, sessions, proposals] = await Promise.all([
    watchedAgents(wholeTeamUnchecked(teamId), ids),
    lastReceiptsOf(wholeTeamUnchecked(teamId), ids),
    sessionsByDay(wholeTeamUnchecked(teamId), ids, since),
    proposalsByDay(wholeTeamUnchecked(teamId), ids, since),
  ])
  const loadsBy = groupBy(receipts, (one) => ownName({ projectId: one.projectId, name: one.agent }))
  const cold = agents.filter((agent) => agent.entries === 0)
  const unloaded = agents.filter((agent) => !loadsBy.has(ownName(agent)))
  const [siblings, warm, reports, begun] = await Promise.all([
    siblingsWithMemory(
      wholeTeamUnchecked(teamId),
      cold.map((agent) => agent.id),
    ),
    predecessorsWithMemory(wholeTeamUnchecked(teamId), [
      ...new Set(cold.flatMap((agent) => ownValue(PREDECESSORS, agent.name) ?? [])),
    ]),
    reportsOf(wholeTeamUnchecked(teamId), [...new Set(unloaded.map((agent) => agent.projectId))]),
    cold.length === 0
      ? []
      : freshStarts(wholeTeamUnchecked(teamId), [...new Set(cold.map((agent) => agent.projectId))]),
  ])
  return {
    agents,
    warm,
    loads: loadsBy,
    sessions: new Map(sessions.map((one) => [one.agent, one])),
    proposals: new Map(proposals.map((one) => [one.agent, one])),
    siblings: groupBy(siblings, (one) => one.agent),
    fresh: new Set(begun.map((one) => ownName({ projectId: one.projectId, name: one.agentName }))),
    reports: new Map(reports.map((one) => [one.projectId, one])),
  }
}

function agentFacts(agent: WatchedAgent, records: AgentRecords): AgentFacts {
  const loads = records.loads.get(ownName(agent)) ?? []
  return {
    name: agent.name,
    optedOut: agent.optedOut,
    fresh: records.fresh.has(ownName(agent)),
    category: agent.categoryName,
    memory: {
      entries: agent.entries,
      broken: agent.broken,
      since: agent.since?.toISOString() ?? null,
      updatedOn: agent.updatedOn,
    },
    warmSiblings: (records.siblings.get(agent.id) ?? []).map((one) => one.name),
    predecessor: predecessorOf(agent, records.warm),
    loads: loads
      .map(({ harness, at, behind }) => ({ harness, at: new Date(at).toISOString(), behind }))
      .toSorted((a, b) => ((a.harness ?? "") < (b.harness ?? "") ? -1 : 1)),
    ...reportFacts(loads.length === 0 ? records.reports.get(agent.projectId) : undefined),
    ...activityFacts(records.sessions.get(agent.id), records.proposals.get(agent.id)),
  }
}

function reportFacts(
  report: Awaited<ReturnType<typeof reportsOf>>[number] | undefined,
): Pick<AgentFacts, "harnesses" | "reportedSince"> {
  return { harnesses: report?.harnesses ?? [], reportedSince: report?.since.toISOString() ?? null }
}

function activityFacts(
  had: Awaited<ReturnType<typeof sessionsByDay>>[number] | undefined,
  proposed: Awaited<ReturnType<typeof proposalsByDay>>[number] | undefined,
): Pick<AgentFacts, "sessions" | "workedAt" | "proposed"> {
  const worked = [had?.closedAt, proposed?.lastAt].flatMap((at) => at?.getTime() ?? [])
  return {
    sessions: had?.days ?? [],
    workedAt: worked.length === 0 ? null : new Date(Math.max(...worked)).toISOString(),
    proposed: proposed?.days ?? [],
  }
}

/**
 * Returns the first documented predecessor that has memory, preferably in the agent's own project. Null if
 * there is none, or if the agent has memory.
 */
function predecessorOf(
  agent: WatchedAgent,
  warm: readonly PredecessorWithMemory[],
): AgentFacts["predecessor"] {
  if (agent.entries > 0) return null
  for (const name of ownValue(PREDECESSORS, agent.name) ?? []) {
    const those = warm.filter((one) => one.name === name)
    const found = those.find((one) => one.projectId === agent.projectId) ?? those[0]
    if (found)
      return {
        name,
        project: found.project,
        lines: found.lines,
        elsewhere: found.projectId !== agent.projectId,
      }
  }
  return null
}

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
      : [{ root: parentFolder(parentFolder(file.path)), day, entries: file.entries, agent: file.agent }]
  })
  return [...groupBy(logs, ({ root }) => root)].map(([root, those]) => {
    const memory = files.find((file) => file.role === "memory" && parentFolder(file.path) === root)
    const agent = memory?.agent ?? those[0]?.agent ?? null
    // An agent without memory works in the shared workspace, or in the workspace of the project's only agent.
    const isOpen = agent === null || (root === "" && files.every((file) => file.agent === agent))
    const own = sessions.filter((one) => one.agent === agent || (isOpen && !one.hasOwn))
    return {
      root,
      memory: memory === undefined ? null : { name: fileName(memory.path), changedOn: memory.changedOn },
      compactedUpTo: compactions.find(({ path }) => parentFolder(path) === root)?.upTo ?? null,
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
