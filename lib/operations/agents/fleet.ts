import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { ownValue } from "@/lib/memory/text/own-value"
import { groupBy } from "@/lib/memory/text/aggregates"
import { z } from "zod"
import { fleetFigures, type FleetRow, listCategories } from "@/lib/db/agents/fleet"
import { categoryQueue } from "@/lib/db/proposals/reviews"
import { listFiles } from "@/lib/db/memory-files/files"
import { entryAges, logOf, sectionCoverage, sectionsOf } from "@/lib/db/agents/agent-contents"
import { type LastReceipt, lastReceipts } from "@/lib/db/deliveries/last-receipts"
import { AGENT_STATES, stateOf } from "@/lib/memory/agents/agent-state"
import { readPolicies } from "@/lib/db/policies"
import { type OpenAlerts, openAlertsOfAgents } from "@/lib/db/alerts/alerts"
import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { done, refused } from "@/lib/memory/inputs/outcome"
import {
  RECEIPT_STANDINGS,
  receiptStanding,
  overallReceiptStanding,
} from "@/lib/memory/deliveries/delivery-status"
import { PREDECESSORS } from "@/lib/memory/agents/categories"
import { fileSummary, summarizeFile } from "../memory-files/memory-outputs"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { projectOf, projectsOf, teamOf } from "../teams/team-and-project"
import { stalenessByPlace } from "../policies/places"

const place = z.object({ slug: z.string(), name: z.string() })

export const fleetAgent = z.object({
  id: z.string(),
  name: z.string(),
  project: place,
  category: z.string().nullable(),
  optedOut: z.boolean(),
  cold: z.boolean(),
  predecessor: z.object({ name: z.string(), project: z.string(), lines: z.number() }).nullable(),
  lines: z.number(),
  budget: z.number().nullable(),
  limit: z.number().nullable(),
  pastCut: z.number(),
  files: z.number(),
  entries: z.number(),
  shared: z
    .boolean()
    .describe(
      "True if the agent has no files of its own. Its files, lines, budget, limit and entries are then those of its category's memory",
    ),
  stale: z.number(),
  sessions: z.number(),
  /** Number of dated entries in each of the last twelve weeks, oldest first. */
  weeks: z.array(z.number()),
  updatedOn: z.string().nullable(),
  problems: z.number(),
  /** Number of unacknowledged alerts, and the worst severity among them; null without alerts. */
  alerts: z.object({ open: z.number(), worst: z.enum(ALERT_SEVERITIES).nullable() }),
  state: z.enum(AGENT_STATES),
  /** Delivery state by the last receipt of each harness, and its time. Null if never delivered. */
  loaded: z.object({ standing: z.enum(RECEIPT_STANDINGS), at: z.string().nullable() }),
})
export type FleetAgent = z.output<typeof fleetAgent>

const category = z.object({
  slug: z.string(),
  name: z.string(),
  coordinator: z.string().nullable(),
  writePolicy: z.string(),
})
const viewInput = z.object({ team: z.string(), project: z.string().optional() })

export const showFleet = operation({
  name: "fleet.show",
  summary: "List all agents in a team with the size, age and state of their memory.",
  method: "GET",
  path: "/fleet",
  right: "read",
  input: viewInput,
  output: z.object({
    team: place,
    project: place.nullable(),
    agents: z.array(fleetAgent),
    categories: z.array(category),
    totals: z.object({
      agents: z.number(),
      files: z.number(),
      entries: z.number(),
      stale: z.number(),
      pastCutFiles: z.number(),
      pastCutLines: z.number(),
      cold: z.number(),
      coldWithPredecessor: z.number(),
      broken: z.number(),
    }),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const now = new Date()
    const projectId = project.value?.id ?? null
    const staleness = stalenessByPlace(await readPolicies(visibilityOf(actor, team.value.id)), now)
    const [{ rows, totals }, categories, receipts, alerts] = await Promise.all([
      fleetFigures(visibilityOf(actor, team.value.id, projectId), { staleness, now }),
      listCategories(visibilityOf(actor, team.value.id)),
      lastReceipts(visibilityOf(actor, team.value.id, projectId)),
      openAlertsOfAgents(visibilityOf(actor, team.value.id, projectId)),
    ])
    const agents = toAgents({ rows, receipts, alerts })
    const cold = agents.filter((agent) => agent.cold)
    return done({
      team: { slug: team.value.slug, name: team.value.name },
      project: project.value === null ? null : { slug: project.value.slug, name: project.value.name },
      agents,
      categories: categories.map(withoutId),
      totals: {
        ...totals,
        agents: agents.length,
        cold: cold.length,
        coldWithPredecessor: cold.filter((agent) => agent.predecessor !== null).length,
      },
    })
  },
})

const ages = z.array(z.object({ label: z.string(), entries: z.number() }))

export const showAgent = operation({
  name: "agent.show",
  summary: "Show one agent: memory files, sections, sessions and the other agents in its category.",
  method: "GET",
  path: "/fleet/{project}/{agent}",
  right: "read",
  input: z.object({ team: z.string(), project: z.string(), agent: z.string() }),
  output: z.object({
    agent: fleetAgent,
    /** The last delivery to each harness, newest first. `behind`: number of files that changed since. */
    loads: z.array(
      z.object({
        harness: z.string().nullable(),
        standing: z.enum(RECEIPT_STANDINGS),
        behind: z.number(),
        at: z.string(),
      }),
    ),
    category: category.nullable(),
    files: z.array(fileSummary),
    sections: z.array(z.object({ name: z.string(), entries: z.number() })),
    log: z.array(
      z.object({
        date: z.string().nullable(),
        summary: z.string(),
        outcome: z.string().nullable(),
        fileId: z.string(),
        line: z.number(),
      }),
    ),
    ages,
    siblings: z.array(
      z.object({
        name: z.string(),
        project: z.string(),
        lines: z.number(),
        entries: z.number(),
        shared: z.boolean(),
        state: z.enum(AGENT_STATES),
      }),
    ),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const now = new Date()
    const staleness = stalenessByPlace(await readPolicies(visibilityOf(actor, team.value.id)), now)
    const [{ rows }, receipts, alerts] = await Promise.all([
      fleetFigures(visibilityOf(actor, team.value.id), { staleness, now }),
      project.value === null
        ? []
        : lastReceipts(visibilityOf(actor, team.value.id, project.value.id), input.agent),
      openAlertsOfAgents(visibilityOf(actor, team.value.id)),
    ])
    const agents = toAgents({ rows, receipts, alerts })
    const agent = agents.find((one) => one.name === input.agent && one.project.slug === project.value?.slug)
    if (!agent) return refused("not-found", `agent not found in this project: ${input.agent}`)
    const categories = await listCategories(visibilityOf(actor, team.value.id))
    const own = categories.find((one) => one.slug === agent.category) ?? null
    const [files, log] = await Promise.all([
      filesReadBy(visibilityOf(actor, team.value.id), agent, own?.id ?? null),
      logOf(visibilityOf(actor, team.value.id), agent.id),
    ])
    const ids = files.map((file) => file.id)
    const [sections, ageCounts] = await Promise.all([
      sectionsOf(visibilityOf(actor, team.value.id), ids),
      entryAges(visibilityOf(actor, team.value.id), ids, now),
    ])
    const siblings = agents.filter(
      (one) => one.category !== null && one.category === agent.category && one.id !== agent.id,
    )
    return done({
      agent,
      loads: loadsOf(receipts, agent.optedOut),
      category: own && withoutId(own),
      files: files.map(summarizeFile),
      sections,
      log,
      ages: ageCounts,
      siblings: siblings.map((one) => ({
        name: one.name,
        project: one.project.slug,
        lines: one.lines,
        entries: one.entries,
        shared: one.shared,
        state: one.state,
      })),
    })
  },
})

/** Returns the agent's own files and those of its category in its project. */
async function filesReadBy(visible: Visibility, agent: FleetAgent, categoryId: string | null) {
  const [own, category] = await Promise.all([
    listFiles(visible, { agentId: agent.id }),
    categoryId === null ? [] : listFiles(visible, { categoryId }),
  ])
  const shared = category.filter((file) => file.agent === null && file.project.slug === agent.project.slug)
  return [...own, ...shared]
}

/** Returns the last delivery to each harness, newest first. */
const loadsOf = (receipts: Awaited<ReturnType<typeof lastReceipts>>, optedOut: boolean) =>
  receipts
    .toSorted((a, b) => b.at - a.at)
    .map(({ harness, behind, at }) => ({
      harness,
      behind: filesIn(behind),
      at: new Date(at).toISOString(),
      standing: receiptStanding({ optedOut, behind: behind.length }),
    }))

export const showCategory = operation({
  name: "category.show",
  summary: "Show one category: its agents, shared memory and coverage.",
  method: "GET",
  path: "/categories/{category}",
  right: "read",
  input: z.object({ team: z.string(), category: z.string(), project: z.string().optional() }),
  output: z.object({
    category,
    /** Number of proposals for the category's memory that the caller can decide. */
    waiting: z.number(),
    agents: z.array(fleetAgent),
    files: z.array(fileSummary),
    coverage: z.array(
      z.object({ section: z.string(), agents: z.array(z.object({ name: z.string(), entries: z.number() })) }),
    ),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const own = (await listCategories(visibilityOf(actor, team.value.id))).find(
      (one) => one.slug === input.category,
    )
    if (!own) return refused("not-found", `category not found in ${team.value.name}: ${input.category}`)
    const now = new Date()
    const projectId = project.value?.id ?? null
    const staleness = stalenessByPlace(await readPolicies(visibilityOf(actor, team.value.id)), now)
    const [{ rows }, files, receipts, alerts] = await Promise.all([
      fleetFigures(visibilityOf(actor, team.value.id, projectId), { staleness, now }),
      listFiles(visibilityOf(actor, team.value.id, projectId), { categoryId: own.id }),
      lastReceipts(visibilityOf(actor, team.value.id, projectId)),
      openAlertsOfAgents(visibilityOf(actor, team.value.id, projectId)),
    ])
    const agents = toAgents({ rows, receipts, alerts }).filter((agent) => agent.category === own.slug)
    const [coverage, queue] = await Promise.all([
      sectionCoverage(visibilityOf(actor, team.value.id, projectId), own.id),
      categoryQueue(visibilityOf(actor, team.value.id, projectId), own.slug, { userId: actor.id, take: 0 }),
    ])
    return done({
      category: withoutId(own),
      waiting: queue?.total ?? 0,
      agents,
      files: files.filter((file) => file.agent === null).map(summarizeFile),
      coverage,
    })
  },
})

export const listTeamProjects = operation({
  name: "project.list",
  summary: "List the projects in a team.",
  method: "GET",
  path: "/projects",
  right: "read",
  input: z.object({ team: z.string(), ...pageInput }),
  output: z.object({ projects: z.array(place), next: nextOutput }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const { rows, next } = pageOf(await projectsOf(actor, team.value.id), input)
    return done({ projects: rows.map(({ slug, name }) => ({ slug, name })), next })
  },
})

/** Removes the internal id. Responses identify a category by its slug. */
function withoutId<Category extends { id: string }>({ id: _, ...category }: Category): Omit<Category, "id"> {
  return category
}

interface FoundAgents {
  readonly rows: readonly FleetRow[]
  readonly receipts: readonly LastReceipt[]
  readonly alerts: ReadonlyMap<string, OpenAlerts>
}

/** Converts stored rows to the agents of a response. */
export function toAgents({ rows, receipts, alerts }: FoundAgents): FleetAgent[] {
  const byName = groupBy(rows, (row) => row.name)
  const byAgent = groupBy(receipts, (one) => `${one.projectId}\0${one.agent}`)
  return rows.map((row) => {
    const cold = !row.optedOut && row.entries === 0 && row.broken === 0
    const open = alerts.get(row.id) ?? { open: 0, worst: null }
    return {
      id: row.id,
      name: row.name,
      project: { slug: row.projectSlug, name: row.projectName },
      category: row.category,
      optedOut: row.optedOut,
      cold,
      predecessor: cold ? predecessorOf(row, byName) : null,
      lines: row.lines,
      budget: row.budget,
      limit: row.limit,
      pastCut: row.pastCut,
      files: row.files,
      entries: row.entries,
      shared: row.shared,
      stale: row.stale,
      sessions: row.sessions,
      weeks: [...row.weeks],
      updatedOn: row.updatedOn,
      problems: row.problems,
      alerts: open,
      state: stateOf({ ...row, brokenFiles: row.broken, worstAlert: open.worst }),
      loaded: loadedOf(row.optedOut, byAgent.get(`${row.projectId}\0${row.name}`) ?? []),
    }
  })
}

/** Counts distinct files. A file can be behind twice: as delivered, and as stored on disk. */
const filesIn = (behind: LastReceipt["behind"]): number => new Set(behind.map((one) => one.file)).size

/**
 * Returns the overall delivery state, and the time of the last outdated receipt of any harness, else of the
 * last receipt. The time is null without receipts.
 */
function loadedOf(optedOut: boolean, receipts: readonly LastReceipt[]): FleetAgent["loaded"] {
  const behind = receipts.filter((one) => one.behind.length > 0)
  const of = behind.length > 0 && !optedOut ? behind : receipts
  const at = of.reduce<number | null>(
    (latest, one) => (latest === null || one.at > latest ? one.at : latest),
    null,
  )
  return {
    standing: overallReceiptStanding(
      optedOut,
      receipts.map((one) => ({ standing: receiptStanding({ optedOut, behind: one.behind.length }) })),
    ),
    at: at === null ? null : new Date(at).toISOString(),
  }
}

/**
 * Returns the documented predecessor that a cold agent can be seeded from, preferably in its own project.
 * Null if there is none.
 */
function predecessorOf(
  row: FleetRow,
  byName: ReadonlyMap<string, readonly FleetRow[]>,
): FleetAgent["predecessor"] {
  for (const name of ownValue(PREDECESSORS, row.name) ?? []) {
    const warm = (byName.get(name) ?? []).filter((one) => one.entries > 0)
    const found = warm.find((one) => one.projectSlug === row.projectSlug) ?? warm[0]
    if (found) return { name, project: found.projectSlug, lines: found.lines }
  }
  return null
}
