import type { SectionCount } from "@/lib/memory/agents/coverage-matrix"
import { database } from "../infra/client"
import { type FleetPart, inPart } from "./fleet-filters"

/** Names of sections that contain events instead of knowledge, in lower case. */
const NO_KNOWLEDGE = ["session log"]

/**
 * Returns the number of entries of each agent by section, in its own files. A single heading of the first
 * level is the file's title, not a section. Uses the stored counts of sections, because counting entries is
 * slow. The query returns one row for each agent, with indexes into a list of section names, which keeps the
 * result small.
 */
export async function sectionCounts(part: FleetPart): Promise<SectionCount[]> {
  const [found] = await database().$queryRaw<
    { names: string[] | null; counts: [agent: string, names: number[], entries: number[]][] | null }[]
  >`
    WITH own AS MATERIALIZED (
      SELECT f.id, f.agent_id AS agent FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.role <> 'log' WHERE a.team_id = ${part.visible.teamId}::uuid AND NOT a.opted_out ${inPart(part)}
    ), counted AS MATERIALIZED (
      SELECT own.agent, s.name, sum(s.entries) AS entries FROM own JOIN section s ON s.team_id = ${part.visible.teamId}::uuid AND s.file_id = own.id AND s.entries > 0
      WHERE (s.level > 1 OR EXISTS (SELECT 1 FROM section o WHERE o.team_id = s.team_id AND o.file_id = s.file_id AND o.level = 1 AND o.position <> s.position)) GROUP BY 1, 2
    ), named AS MATERIALIZED (
      SELECT name, row_number() OVER () - 1 AS place FROM (SELECT DISTINCT name FROM counted) every WHERE lower(name) <> ALL(${NO_KNOWLEDGE}::text[])
    ), by_agent AS (
      SELECT c.agent, array_agg(n.place) AS names, array_agg(c.entries) AS entries FROM counted c JOIN named n ON n.name = c.name GROUP BY 1
    )
    SELECT (SELECT json_agg(name ORDER BY place) FROM named) AS names, (SELECT json_agg(json_build_array(agent, names, entries)) FROM by_agent) AS counts`
  const { names, counts } = found ?? {}
  return (counts ?? []).flatMap(([agent, places, entries]) =>
    places.map((place, at) => ({ agent, section: names?.[place] ?? "", entries: entries[at] ?? 0 })),
  )
}
