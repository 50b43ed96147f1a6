import { ownValue } from "@/lib/memory/text/own-value"
import { lastReceiptsOf } from "@/lib/db/deliveries/last-receipts"
import { freshStarts } from "@/lib/db/seed/plans"
import {
  proposalsByDay,
  reportsOf,
  sessionsByDay,
  type WarmPredecessor,
  warmNamed,
  warmSiblings,
  type WatchedAgent,
  watchedAgents,
} from "@/lib/db/alerts/watch-agents"
import type { AgentFacts } from "@/lib/memory/alerts/agent/facts"
import { lookAtAgent } from "@/lib/memory/alerts/agent/look"
import { PROPOSALS_LOOKED_AT_DAYS } from "@/lib/memory/alerts/agent/proposals-by-week"
import { addDays, dayOf } from "@/lib/memory/alerts/day"
import { groupBy } from "@/lib/memory/text/group"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import { PREDECESSORS } from "@/lib/memory/agents/taxonomy"
import type { Looked } from "./looked"

/** Looks at agents of a team, by their ids. What is missing from the answer is no longer there. */
export async function lookAtAgents(
  teamId: string,
  ids: readonly string[],
  { policies, now }: { policies: readonly PlacedPolicy[]; now: Date },
): Promise<Map<string, Looked>> {
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
          look: lookAtAgent(facts, settings, now),
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

/** The facts of agents, in a few statements for all of them. What is older than any rule looks back is not read. */
export async function readAgentFacts(
  teamId: string,
  ids: readonly string[],
  now: Date,
): Promise<ReadAgent[]> {
  const since = new Date(`${addDays(dayOf(now), -PROPOSALS_LOOKED_AT_DAYS)}T00:00:00Z`)
  const [agents, receipts, sessions, proposals] = await Promise.all([
    watchedAgents(teamId, ids),
    lastReceiptsOf(teamId, ids),
    sessionsByDay(teamId, ids, since),
    proposalsByDay(teamId, ids, since),
  ])
  const ownName = (agent: { readonly projectId: string; readonly name: string }) =>
    `${agent.projectId} ${agent.name}`
  const loadsBy = groupBy(receipts, (one) => ownName({ projectId: one.projectId, name: one.agent }))
  const cold = agents.filter((agent) => agent.entries === 0)
  const unloaded = agents.filter((agent) => !loadsBy.has(ownName(agent)))
  const [siblings, warm, reports, begun] = await Promise.all([
    warmSiblings(
      teamId,
      cold.map((agent) => agent.id),
    ),
    warmNamed(teamId, [...new Set(cold.flatMap((agent) => ownValue(PREDECESSORS, agent.name) ?? []))]),
    reportsOf(teamId, [...new Set(unloaded.map((agent) => agent.projectId))]),
    cold.length === 0 ? [] : freshStarts(teamId, [...new Set(cold.map((agent) => agent.projectId))]),
  ])
  const [sessionsBy, proposalsBy, siblingsBy] = [
    new Map(sessions.map((one) => [one.agent, one])),
    new Map(proposals.map((one) => [one.agent, one])),
    groupBy(siblings, (one) => one.agent),
  ]
  const fresh = new Set(begun.map((one) => ownName({ projectId: one.projectId, name: one.agentName })))
  const reportBy = new Map(reports.map((one) => [one.projectId, one]))
  return agents.map((agent) => {
    const [had, proposed, loads] = [
      sessionsBy.get(agent.id),
      proposalsBy.get(agent.id),
      loadsBy.get(ownName(agent)) ?? [],
    ]
    const report = loads.length === 0 ? reportBy.get(agent.projectId) : undefined
    const worked = [had?.closedAt, proposed?.lastAt].flatMap((at) => at?.getTime() ?? [])
    const facts: AgentFacts = {
      name: agent.name,
      optedOut: agent.optedOut,
      fresh: fresh.has(ownName(agent)),
      category: agent.categoryName,
      memory: {
        entries: agent.entries,
        broken: agent.broken,
        since: agent.since?.toISOString() ?? null,
        updatedOn: agent.updatedOn,
      },
      warmSiblings: (siblingsBy.get(agent.id) ?? []).map((one) => one.name),
      predecessor: predecessorOf(agent, warm),
      loads: loads
        .map(({ harness, at, behind }) => ({ harness, at: new Date(at).toISOString(), behind }))
        .toSorted((a, b) => ((a.harness ?? "") < (b.harness ?? "") ? -1 : 1)),
      harnesses: report?.harnesses ?? [],
      reportedSince: report?.since.toISOString() ?? null,
      sessions: had?.days ?? [],
      workedAt: worked.length === 0 ? null : new Date(Math.max(...worked)).toISOString(),
      proposed: proposed?.days ?? [],
    }
    return { agent, facts }
  })
}

/** The documents' own pairs, in its own project first. */
function predecessorOf(agent: WatchedAgent, warm: readonly WarmPredecessor[]): AgentFacts["predecessor"] {
  if (agent.entries > 0) return null
  for (const name of ownValue(PREDECESSORS, agent.name) ?? []) {
    const those = warm.filter((one) => one.name === name)
    const found = those.find((one) => one.projectId === agent.projectId) ?? those[0]
    if (found) return { name, project: found.project, lines: found.lines }
  }
  return null
}
