import type { SectionCount } from "@/lib/memory/fleet/coverage-matrix"
import { database } from "./client"
import { type FleetPart, inPart } from "./fleet-agents"

/** Sections that tell what happened, not what is known. */
const NO_KNOWLEDGE = ["session log"]

/** How many entries agents have in which section, over their own files. The only heading of the first level is a file's title and no section. `agent`: its id. Counted where sections are: reading every entry would cost as much as there are. */
export async function sectionCounts(teamId: string, part: FleetPart): Promise<SectionCount[]> {
  const [found] = await database().$queryRaw<{ counts: [string, string, number][] }[]>`
    SELECT coalesce(json_agg(json_build_array(agent, section, entries)), '[]') AS counts FROM (
      SELECT a.id AS agent, s.name AS section, sum(s.entries)::int AS entries
      FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.role <> 'log'
        JOIN section s ON s.team_id = f.team_id AND s.file_id = f.id AND s.entries > 0
      WHERE a.team_id = ${teamId}::uuid AND NOT a.opted_out ${inPart(part)} AND lower(s.name) <> ALL(${NO_KNOWLEDGE}::text[])
        AND (s.level > 1 OR EXISTS (SELECT 1 FROM section o WHERE o.team_id = s.team_id AND o.file_id = s.file_id AND o.level = 1 AND o.position <> s.position)) GROUP BY 1, 2) AS counted`
  return (found?.counts ?? []).map(([agent, section, entries]) => ({ agent, section, entries }))
}
