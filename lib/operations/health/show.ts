import { z } from "zod"
import { HEALTHY_FROM, healthOf } from "@/lib/memory/health/health"
import { PART_LABELS } from "@/lib/memory/health/words"
import { done } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { checksOf, readOrders } from "./checks"
import { readDailyLogs } from "./daily-logs"
import { readHarnessLinks } from "./harness-links"
import { healthPlace } from "./place"
import { readHealthFacts } from "./read-facts"
import { checkOfHealth, partOfHealth } from "./views"

const named = z.object({ slug: z.string(), name: z.string() })

export const showHealth = operation({
  name: "health.show",
  summary:
    "How healthy the memory of a team, or of one project, is: a score from 0 to 100, the parts it is made of, and what to do about the worst.",
  method: "GET",
  path: "/health/memory",
  right: "read",
  example: { project: "ledger", threshold: 80 },
  input: z.object({
    team: z.string().optional().describe("The only team that one may read, unless given"),
    project: z.string().max(200).optional().describe("Slug, name or id; left out, all projects of the team"),
    threshold: z.coerce
      .number()
      .int()
      .min(0)
      .max(100)
      .default(HEALTHY_FROM)
      .describe("The score from which on it is healthy"),
  }),
  output: z.object({
    score: z.number().nullable().describe("0–100; null: there is no memory yet"),
    healthy: z
      .boolean()
      .describe(
        "The score is not below the threshold. A check that is not ok does not make it unhealthy by itself",
      ),
    threshold: z.number(),
    parts: z.array(partOfHealth),
    checks: z.array(checkOfHealth),
    team: named,
    project: named.nullable(),
    projects: z.array(named).describe("That can be asked for"),
    at: z.iso.datetime(),
  }),
  async run(actor, { threshold, ...input }) {
    const place = await healthPlace(actor, input)
    if (!place.ok) return place
    const { team, project, projects } = place.value
    const now = new Date()
    const projectIds = project === null ? projects.map(({ id }) => id) : [project.id]
    const [read, orders, logs, links] = await Promise.all([
      readHealthFacts(team.id, project?.id ?? null, now),
      readOrders(team.id, project?.id ?? null, now),
      readDailyLogs(team.id, projectIds, now),
      readHarnessLinks(team.id, projectIds),
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
