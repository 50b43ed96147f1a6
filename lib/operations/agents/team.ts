import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { fleetRows } from "@/lib/db/agents/fleet"
import { projectFigures } from "@/lib/db/agents/place-figures"
import { readPolicies } from "@/lib/db/policies/policies"
import { openAlertsOfAgents } from "@/lib/db/alerts/alert-counts"
import { groupBy } from "@/lib/memory/text/group"
import { done } from "@/lib/memory/inputs/outcome"
import { toAgents } from "./fleet"
import { countInbox, waitingCounts } from "../inbox/counts"
import { operation } from "../operation"
import { stalenessByPlace } from "../policies/staleness-by-place"
import { teamOf } from "../teams/team-of"
import { projectRow, type ProjectRow, rowOf } from "./project"

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
