import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { HEALTHY_FROM, healthOf } from "@/lib/memory/health/health"
import { PART_LABELS } from "@/lib/memory/health/health-check-texts"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { checksOf, readOrders } from "./checks"
import { readDailyLogs } from "./daily-logs"
import { readHarnessLinks } from "./harness-links"
import { healthPlace } from "./team-and-project"
import { readHealthFacts } from "./read-facts"
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
