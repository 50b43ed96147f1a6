import { Prisma } from "@/generated/prisma/client"
import { weekNumber } from "@/lib/memory/agents/weeks"
import { database } from "../infra/client"
import { type FleetPart, inPart } from "./fleet-filters"

export interface ActiveAgent {
  readonly name: string
  /** Slugs. */
  readonly project: string
  readonly category: string | null
  /** Number of dated entries and sessions in each requested week. */
  readonly weeks: readonly number[]
}

/**
 * Returns the agents of a part of the fleet, with the weekly numbers of dated entries in their own files.
 * `weeks`: Mondays as ISO dates. Sums in the database, because files have entries of other weeks, too.
 */
export async function activityByWeek(part: FleetPart, weeks: readonly string[]): Promise<ActiveAgent[]> {
  const sums = Prisma.join(
    weeks.map((week) => Prisma.sql`coalesce(sum(f.weeks[${weekNumber(week)}::int]), 0)`),
  )
  const [found] = await database().$queryRaw<{ agents: [string, string, string | null, number[]][] }[]>`
    WITH own AS (
      SELECT f.agent_id, json_build_array(${sums}) AS weeks FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id
      WHERE a.team_id = ${part.visible.teamId}::uuid ${inPart(part)} AND f.state <> 'gone' AND f.weeks IS NOT NULL GROUP BY 1
    )
    SELECT coalesce(json_agg(json_build_array(a.name, p.slug, c.slug, own.weeks) ORDER BY c.name NULLS LAST, a.name, p.slug), '[]') AS agents
    FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
      LEFT JOIN own ON own.agent_id = a.id
    WHERE a.team_id = ${part.visible.teamId}::uuid ${inPart(part)}`
  const nothing = weeks.map(() => 0)
  return (found?.agents ?? []).map(([name, project, category, counts]) => ({
    name,
    project,
    category,
    weeks: counts ?? nothing,
  }))
}
