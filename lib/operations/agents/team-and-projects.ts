import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { fleetRows } from "@/lib/db/agents/fleet"
import { type LastReceipt, lastReceipts } from "@/lib/db/deliveries/last-receipts"
import { categoryFigures, projectFigures, projectSources } from "@/lib/db/agents/fleet-figures"
import { readPolicies } from "@/lib/db/policies"
import { projectBound } from "@/lib/db/teams/teams"
import { openAlertsOfAgents } from "@/lib/db/alerts/alerts"
import { AGENT_STATES, type AgentState } from "@/lib/memory/agents/agent-state"
import { groupBy } from "@/lib/memory/text/aggregates"
import { closestToBudget } from "@/lib/memory/agents/growth"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { listTeamAgents } from "@/lib/db/agents/agent-names"
import { type FleetAgent, fleetAgent, toAgents } from "./fleet"
import { countInbox, waitingCounts } from "../inbox/inbox"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { stalenessByPlace } from "../policies/places"
import { countPendingFiles } from "../write-back/pending-writes"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { readTimeline, timelineItem } from "./timeline"

/** Number of agents closest to their budget that are listed, and number of recent events. */
const FULLEST = 5
const RECENT = 12
/**
 * Kinds of recent events. Alerts are left out, because one import can raise more alerts than all other events
 * together.
 */
const TOLD = ["session", "revision", "proposal", "receipt"] as const

const projectRow = z.object({
  slug: z.string(),
  name: z.string(),
  files: z.number(),
  entries: z.number(),
  stale: z.number(),
  /**
   * Number of lines of files that are loaded at start and have a budget, and the sum of their budgets. 0 of 0
   * if no file has a budget.
   */
  lines: z.number(),
  budget: z.number(),
  /** Number of these files that have more lines than their budget. */
  overBudgetFiles: z.number(),
  pastCutFiles: z.number(),
  pastCutLines: z.number(),
  broken: z.number(),
  updatedOn: z.string().nullable(),
  /** Open alerts by severity. */
  alerts: z.object({ error: z.number(), warning: z.number(), info: z.number() }),
  /** Number of proposals that wait for a decision. */
  proposals: z.number(),
  conflicts: z.number(),
  lastImportedAt: z.string().nullable(),
  agents: z.number(),
  /** Number of agents by memory state. */
  states: z.partialRecord(z.enum(AGENT_STATES), z.number()),
})
type ProjectRow = z.output<typeof projectRow>

const source = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  files: z.number(),
  lastImportedAt: z.string().nullable(),
  run: z.object({ id: z.string(), state: z.string() }).nullable(),
  /**
   * Number of decided files that are not written back yet, of all projects. `writtenBack`: the latest
   * write-back, or null.
   */
  waiting: z.number(),
  writtenBack: z.object({ id: z.string(), state: z.string(), at: z.string() }).nullable(),
})

export const showProject = operation({
  name: "project.show",
  summary:
    "Show a project overview: contents, problems, queue, sources, categories, nearly full files, reporting harnesses, and recent events.",
  method: "GET",
  path: "/projects/{project}",
  right: "read",
  input: z.object({ team: z.string(), project: z.string() }),
  output: z.object({
    project: projectRow,
    /** Counts for the caller, as in the inbox. */
    waiting: waitingCounts,
    categories: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        coordinator: z.string().nullable(),
        writePolicy: z.string(),
        agents: z.number(),
        entries: z.number(),
        proposals: z.number(),
      }),
    ),
    fullest: z
      .array(fleetAgent)
      .describe(
        "Agents whose memory is closest to its budget. If `shared` is true, the memory is that of the category, listed once for all of its agents",
      ),
    /**
     * Sources of the project. Null for callers that may see only one project, because a source can have files
     * of several projects.
     */
    sources: z.array(source).nullable(),
    /** Harnesses that delivered memory, last seen first. `behind`: agents whose memory changed since. */
    harnesses: z.array(
      z.object({ harness: z.string().nullable(), agents: z.number(), behind: z.number(), at: z.string() }),
    ),
    recent: z.array(timelineItem),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    if (!project.value) return refused("not-found", "project not found in this team")
    const [teamId, projectId] = [team.value.id, project.value.id]
    const now = new Date()
    const staleness = stalenessByPlace(await readPolicies(visibilityOf(actor, teamId)), now)
    const [figures, rows, receipts, alerts, categories, sources, pending, recent, waiting] =
      await Promise.all([
        projectFigures(visibilityOf(actor, teamId, projectId), staleness),
        fleetRows(visibilityOf(actor, teamId, projectId), { staleness, now }),
        lastReceipts(visibilityOf(actor, teamId, projectId)),
        openAlertsOfAgents(visibilityOf(actor, teamId, projectId)),
        categoryFigures(visibilityOf(actor, teamId), projectId),
        projectSources(visibilityOf(actor, teamId), projectId),
        countPendingFiles(visibilityOf(actor, teamId)),
        readTimeline({ teamId, projectId, agent: null }, { kinds: TOLD, limit: RECENT, after: null }),
        countInbox.run(actor, { team: teamId, project: projectId }),
      ])
    if (!waiting.ok) return waiting
    const agents = toAgents({ rows, receipts, alerts })
    const [own] = figures
    if (!own) return refused("not-found", `project not found in this team: ${input.project}`)
    return done({
      project: rowOf(own, agents),
      waiting: waiting.value,
      categories,
      fullest: closestToBudget(agents, FULLEST),
      sources:
        projectBound(actor) !== null
          ? null
          : sources.map((one) => ({
              ...one,
              lastImportedAt: one.lastImportedAt?.toISOString() ?? null,
              waiting: pending.get(one.id)?.files ?? 0,
            })),
      harnesses: harnessesOf(receipts),
      recent: recent.items,
    })
  },
})

/** Returns the figures of a project with those of its agents. */
function rowOf(
  { id: _, ...figures }: Awaited<ReturnType<typeof projectFigures>>[number],
  agents: readonly FleetAgent[],
): ProjectRow {
  const states: Partial<Record<AgentState, number>> = {}
  for (const { state } of agents) states[state] = (states[state] ?? 0) + 1
  return { ...figures, agents: agents.length, states }
}

function harnessesOf(receipts: readonly LastReceipt[]) {
  return [...groupBy(receipts, ({ harness }) => harness)]
    .map(([harness, of]) => ({
      harness,
      agents: of.length,
      behind: of.filter(({ behind }) => behind.length > 0).length,
      at: new Date(Math.max(...of.map(({ at }) => at))).toISOString(),
    }))
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

export const showTeam = operation({
  name: "team.show",
  summary: "Show a team overview: projects with their contents and problems, totals, and your pending items.",
  method: "GET",
  path: "/teams/{team}",
  right: "read",
  input: z.object({ team: z.string() }),
  output: z.object({
    team: z.object({ slug: z.string(), name: z.string(), sample: z.boolean() }),
    projects: z.array(projectRow),
    totals: projectRow.omit({ slug: true, name: true, updatedOn: true, lastImportedAt: true }),
    waiting: waitingCounts,
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const { id: teamId, slug, name, sample } = team.value
    const now = new Date()
    const staleness = stalenessByPlace(await readPolicies(visibilityOf(actor, teamId)), now)
    const [figures, rows, alerts, waiting] = await Promise.all([
      projectFigures(visibilityOf(actor, teamId), staleness),
      fleetRows(visibilityOf(actor, teamId), { staleness, now }),
      openAlertsOfAgents(visibilityOf(actor, teamId)),
      countInbox.run(actor, { team: teamId }),
    ])
    if (!waiting.ok) return waiting
    const byProject = groupBy(toAgents({ rows, receipts: [], alerts }), (agent) => agent.project.slug)
    const projects = figures.map((one) => rowOf(one, byProject.get(one.slug) ?? []))
    return done({ team: { slug, name, sample }, projects, totals: sumOf(projects), waiting: waiting.value })
  },
})

const SUMMED = [
  "files",
  "entries",
  "stale",
  "lines",
  "budget",
  "overBudgetFiles",
  "pastCutFiles",
  "pastCutLines",
  "broken",
  "proposals",
  "conflicts",
  "agents",
] as const

function sumOf(projects: readonly ProjectRow[]) {
  const states: ProjectRow["states"] = {}
  const alerts = { error: 0, warning: 0, info: 0 }
  for (const project of projects) {
    for (const [state, count] of Object.entries(project.states) as [keyof typeof states, number][])
      states[state] = (states[state] ?? 0) + count
    for (const severity of ["error", "warning", "info"] as const) alerts[severity] += project.alerts[severity]
  }
  const sums = Object.fromEntries(
    SUMMED.map((figure) => [figure, projects.reduce((sum, one) => sum + one[figure], 0)]),
  ) as Record<(typeof SUMMED)[number], number>
  return { ...sums, states, alerts }
}

/** Lists agents without their figures, for pickers with thousands of agents. */
export const listAgents = operation({
  name: "agent.list",
  summary: "List the agents in a team, each with its project and category.",
  method: "GET",
  path: "/agents",
  right: "read",
  input: z.object({ team: z.string(), ...pageInput }),
  output: z.object({
    agents: z
      .array(
        z.object({
          name: z.string(),
          project: z.string(),
          category: z.string().nullable(),
          optedOut: z.boolean(),
        }),
      )
      .describe("Sorted by project, category and name"),
    next: nextOutput,
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const { rows, next } = pageOf(await listTeamAgents(visibilityOf(actor, team.value.id)), input)
    return done({ agents: rows, next })
  },
})
