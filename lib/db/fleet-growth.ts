import type { GrowingFile } from "@/lib/memory/fleet/lines-by-week"
import { database } from "./client"
import { type FleetPart, inPart } from "./fleet-agents"

export interface GrowingAgent {
  readonly name: string
  /** Slugs. */
  readonly project: string
  readonly category: string | null
  readonly lines: number
  /** Lines aimed at, and lines that are loaded; null: none. */
  readonly budget: number | null
  readonly limit: number | null
  readonly files: readonly GrowingFile[]
}

/** How the files grew that agents load at the start, as the fleet counts their lines. `since`: ISO date; of what was before, the last revision counts. */
export async function growingAgents(teamId: string, part: FleetPart, since: string): Promise<GrowingAgent[]> {
  const [found] = await database().$queryRaw<{ agents: [string, string, string | null, number, number | null, number | null, [number[], number[], Record<string, number>][]][] }[]>`
    WITH own AS MATERIALIZED (
      SELECT a.id AS agent, f.id, f.lines, f.limits, f.activity FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.role IN ('memory', 'index', 'shared', 'runs')
      WHERE a.team_id = ${teamId}::uuid AND NOT a.opted_out ${inPart(part)}
    ), day AS (
      SELECT r.file_id, greatest(r.created_at::date, ${since}::date) - ${since}::date AS day, max((r.number::bigint << 32) | r.lines) & 4294967295 AS lines
      FROM own JOIN revision r ON r.team_id = ${teamId}::uuid AND r.file_id = own.id GROUP BY 1, 2
    ), grown AS (SELECT file_id, array_agg(day ORDER BY day) AS days, array_agg(lines ORDER BY day) AS counts FROM day GROUP BY 1),
    file AS (
      SELECT own.agent, sum(own.lines)::int AS lines, max((own.limits->>'budget')::int) AS budget, max((own.limits->>'lines')::int) AS most,
        json_agg(json_build_array(grown.days, grown.counts, own.activity)) AS files
      FROM own JOIN grown ON grown.file_id = own.id GROUP BY 1
    )
    SELECT coalesce(json_agg(json_build_array(a.name, p.slug, c.slug, file.lines, file.budget, file.most, file.files) ORDER BY p.slug, a.name), '[]') AS agents
    FROM file JOIN agent a ON a.team_id = ${teamId}::uuid AND a.id = file.agent JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id`
  const dayAt = daysFrom(since)
  return (found?.agents ?? []).map(([name, project, category, lines, budget, limit, files]) => ({
    name, project, category, lines, budget, limit, files: files.map(([days, counts, dated]) => ({ dated, revisions: days.map((day, place) => ({ day: dayAt(day), lines: counts[place] ?? 0 })) })),
  }))
}

/** The ISO date so many days after one, each made once. */
function daysFrom(since: string): (days: number) => string {
  const known: string[] = []
  return (days) => (known[days] ??= new Date(Date.parse(`${since}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10))
}
