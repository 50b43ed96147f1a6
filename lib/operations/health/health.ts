import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { HEALTHY_FROM, healthOf } from "@/lib/memory/health/health"
import { PART_LABELS, HEALTH_PARTS } from "@/lib/memory/health/health-parts"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { readFigures } from "@/lib/db/health"
import { listProjects } from "@/lib/db/agents/fleet"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { operation } from "../operation"
import { projectOf, type VisibleProject, readableTeams, teamOf } from "../teams/team-and-project"
import { proposalPlace } from "../proposals/proposal-place"
import { checksOf, readOrders } from "./checks"
import { readDailyLogs, readHarnessLinks } from "./log-and-link-checks"
import { readHealthFacts } from "./health-facts"
import { checkOfHealth, partOfHealth } from "./health-outputs"

const named = z.object({ slug: z.string(), name: z.string() })

export const showHealth = operation({
  name: "health.show",
  summary:
    "Return the health score (0 to 100) of a team or a project, its components, and what to fix first.",
  method: "GET",
  path: "/health/memory",
  right: "read",
  example: { project: "ledger", threshold: 80 },
  input: z.object({
    team: z.string().optional().describe("Optional if you can read only one team"),
    project: z
      .string()
      .max(200)
      .optional()
      .describe("Slug, name or ID. Defaults to all projects in the team"),
    threshold: z.coerce
      .number()
      .int()
      .min(0)
      .max(100)
      .default(HEALTHY_FROM)
      .describe("Minimum score that counts as healthy"),
  }),
  output: z.object({
    score: z.number().nullable().describe("0–100. Null if there is no memory yet"),
    healthy: z.boolean().describe("True if the score reaches the threshold, even if a check fails"),
    threshold: z.number(),
    parts: z.array(partOfHealth),
    checks: z.array(checkOfHealth),
    team: named,
    project: named.nullable(),
    projects: z.array(named).describe("The team's projects"),
    at: z.iso.datetime(),
  }),
  async run(actor, { threshold, ...input }) {
    const place = await healthPlace(actor, input)
    if (!place.ok) return place
    const { team, project, projects } = place.value
    const now = new Date()
    const projectIds = project === null ? projects.map(({ id }) => id) : [project.id]
    const [read, orders, logs, links] = await Promise.all([
      readHealthFacts(visibilityOf(actor, team.id, project?.id), now),
      readOrders(visibilityOf(actor, team.id, project?.id), now),
      readDailyLogs(visibilityOf(actor, team.id), projectIds, now),
      readHarnessLinks(visibilityOf(actor, team.id), projectIds),
    ])
    const facts = { ...read.facts, compactionsDue: logs.due.length }
    const { score, parts } = healthOf(facts)
    return done({
      score,
      healthy: score !== null && score >= threshold,
      threshold,
      parts: parts.map((part) => ({ ...part, label: PART_LABELS[part.name] })),
      checks: checksOf({ ...read, facts }, orders, { logs, links }),
      team: { slug: team.slug, name: team.name },
      project: project === null ? null : { slug: project.slug, name: project.name },
      projects: projects.map(({ slug, name }) => ({ slug, name })),
      at: now.toISOString(),
    })
  },
})

const DAY_MS = 86_400_000

const severities = z.object({ error: z.number(), warning: z.number(), info: z.number() })

export const showTrends = operation({
  name: "health.trends",
  summary:
    "Return the daily history of a team or a project: health, entries, stale entries, open alerts, pending proposals and conflicts.",
  method: "GET",
  path: "/health/trends",
  right: "read",
  example: { team: "platform", days: 30 },
  input: z.object({
    team: z.string().optional().describe("Optional if you can read only one team"),
    project: z.string().max(200).optional().describe("Slug, name or ID. Defaults to the whole team"),
    days: z.coerce.number().int().min(1).max(730).default(90),
  }),
  output: z.object({
    /** Oldest first. Days without data are missing. */
    days: z.array(
      z.object({
        day: z.string().describe("ISO date, UTC"),
        health: z.number().nullable(),
        parts: z
          .partialRecord(z.enum(HEALTH_PARTS), z.number().nullable())
          .optional()
          .describe("Score of each part. Omitted for days before parts were recorded"),
        files: z.number(),
        entries: z.number(),
        lines: z.number(),
        stale: z.number().describe("Entries"),
        undated: z.number().describe("Entries"),
        pastCut: z.number().describe("Files"),
        overBudget: z.number().describe("Files"),
        alerts: severities.describe("Open at the end of that day"),
        waiting: z.number().describe("Proposals"),
        conflicts: z.number(),
        sessions: z.number().describe("Started on that day"),
        receipts: z.number().describe("Recorded on that day"),
      }),
    ),
    project: z.string().nullable(),
  }),
  async run(actor, { days, ...input }) {
    const place = await healthPlace(actor, input)
    if (!place.ok) return place
    const since = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
    const { team, project } = place.value
    return done({
      days: await readFigures(visibilityOf(actor, team.id, project?.id), since),
      project: project?.slug ?? null,
    })
  },
})

export interface HealthPlace {
  readonly team: VisibleTeam
  /** Project of the request. Null for the whole team. */
  readonly project: VisibleProject | null
  /** All projects that the actor may see. */
  readonly projects: readonly { readonly id: string; readonly slug: string; readonly name: string }[]
}

/**
 * Returns the named team and project. A project determines its team. Default: the only readable team, without
 * samples.
 */
async function healthPlace(
  actor: Actor,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<Outcome<HealthPlace>> {
  const meant = await meantPlace(actor, named)
  if (!meant.ok) return meant
  const projects = await listProjects(visibilityOf(actor, meant.value.team.id))
  return done({ ...meant.value, projects: projects.map(({ id, slug, name }) => ({ id, slug, name })) })
}

async function meantPlace(
  actor: Actor,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<Outcome<Omit<HealthPlace, "projects">>> {
  if (named.team === undefined && named.project !== undefined) {
    const place = await proposalPlace(actor, named, "read")
    return place.ok ? done({ team: place.value.team, project: place.value.project }) : place
  }
  const team = named.team === undefined ? await onlyTeam(actor) : await teamOf(actor, "read", named.team)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, named.project)
  return project.ok ? done({ team: team.value, project: project.value }) : project
}

async function onlyTeam(actor: Actor): Promise<Outcome<VisibleTeam>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const own = teams.value.filter((team) => !team.sample)
  const [only, another] = own.length > 0 ? own : teams.value
  if (only && !another) return done(only)
  return only
    ? refused(
        "invalid",
        `team: choose a team (${(own.length > 0 ? own : teams.value)
          .slice(0, 8)
          .map(({ name }) => name)
          .join(", ")}), or a project in a team`,
      )
    : refused("not-found", "you are not a member of any team. Ask a lead to invite you")
}
