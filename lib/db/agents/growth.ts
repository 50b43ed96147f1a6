import type { GrowingFiles } from "@/lib/memory/agents/agent-lines"
import { database } from "../infra/client"
import { type FleetPart, inPart } from "./fleet-filters"

/** The memory of an agent, or the shared memory of a category or project. */
export interface GrowingMemory {
  /** False for the memory of a category or a project. */
  readonly isAgent: boolean
  /** The name of the agent, the category or the project. */
  readonly name: string
  /** Slug of the project. `category`: slug of the category, or null. */
  readonly project: string
  readonly category: string | null
  readonly lines: number
  /** Line budget, or null. `limit`: load limit in lines, or null. */
  readonly budget: number | null
  readonly limit: number | null
}

/**
 * Returns the memories whose files agents load at the start, with the revisions of these files in lines.
 * `since`: ISO date; only the last earlier revision counts. The query packs each revision into eight bytes:
 * its file (22 bits), its day since `since` (10 bits) and its lines.
 */
export async function growingMemories(
  part: FleetPart,
  since: string,
): Promise<{ memories: GrowingMemory[]; files: GrowingFiles }> {
  const [found] = await database().$queryRaw<
    {
      memories: [boolean, string, string, string | null, number, number | null, number | null][]
      owners: number[]
      places: number[]
      dated: string
      revisions: string
    }[]
  >`
    WITH held AS (
      SELECT f.id, a.id AS agent_id, a.project_id, a.category_id, f.lines, f.limits, f.dated_weeks
      FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.role IN ('memory', 'index', 'shared', 'runs')
      WHERE a.team_id = ${part.visible.teamId}::uuid AND NOT a.opted_out ${inPart(part)}
      UNION ALL
      SELECT a.id, NULL, a.project_id, a.category_id, a.lines, a.limits, a.dated_weeks
      FROM memory_file a WHERE a.team_id = ${part.visible.teamId}::uuid AND a.agent_id IS NULL AND a.state <> 'gone' AND a.role IN ('memory', 'index', 'shared', 'runs') ${inPart(part)}
    ), own AS MATERIALIZED (
      SELECT held.*, row_number() OVER (ORDER BY id) - 1 AS place FROM held
    ), loaded AS (
      SELECT agent_id, project_id, category_id, sum(lines)::int AS lines, max((limits->>'budget')::int) AS budget, max((limits->>'lines')::int) AS most FROM own GROUP BY 1, 2, 3
    ), grown AS MATERIALIZED (
      SELECT loaded.agent_id, loaded.project_id, loaded.category_id, row_number() OVER (ORDER BY a.id IS NULL, p.slug, coalesce(a.name, c.name)) - 1 AS place,
        json_build_array(a.id IS NOT NULL, coalesce(a.name, c.name, p.name), p.slug, c.slug, loaded.lines, loaded.budget, loaded.most) AS shown
      FROM loaded JOIN project p ON p.team_id = ${part.visible.teamId}::uuid AND p.id = loaded.project_id LEFT JOIN agent a ON a.team_id = p.team_id AND a.id = loaded.agent_id LEFT JOIN category c ON c.team_id = p.team_id AND c.id = loaded.category_id
    )
    SELECT (SELECT coalesce(json_agg(shown ORDER BY place), '[]') FROM grown) AS memories, coalesce(file.owners, '[]') AS owners, coalesce(file.places, '[]') AS places, coalesce(file.dated, '') AS dated,
      (SELECT coalesce(encode(string_agg(int8send((own.place << 10 | least(1023, greatest(r.created_at::date - ${since}::date, 0))) << 32 | r.lines), '' ORDER BY r.file_id, r.created_at, r.number), 'base64'), '')
        FROM own JOIN revision r ON r.team_id = ${part.visible.teamId}::uuid AND r.file_id = own.id) AS revisions
    FROM (SELECT json_agg(grown.place) AS owners, json_agg(own.place) AS places, string_agg(own.dated_weeks, ' ') AS dated
      FROM own JOIN grown ON grown.project_id = own.project_id AND (grown.agent_id = own.agent_id OR grown.agent_id IS NULL AND own.agent_id IS NULL AND grown.category_id IS NOT DISTINCT FROM own.category_id)) file`
  const { memories = [], owners = [], places = [], dated = "", revisions = "" } = found ?? {}
  const weeks = dated.split(" ")
  const files = {
    agents: owners.slice(),
    dated: weeks.slice(),
    revisions: unpacked(Buffer.from(revisions, "base64")),
  }
  for (const [at, place] of places.entries()) {
    files.agents[place] = owners[at] ?? 0
    files.dated[place] = weeks[at] ?? ""
  }
  return {
    memories: memories.map(([isAgent, name, project, category, lines, budget, limit]) => ({
      isAgent,
      name,
      project,
      category,
      lines,
      budget,
      limit,
    })),
    files,
  }
}

function unpacked(bytes: Buffer): Int32Array {
  const revisions = new Int32Array((bytes.length / 8) * 3)
  for (let at = 0, to = 0; at < bytes.length; at += 8, to += 3) {
    const placed = bytes.readUInt32BE(at)
    revisions[to] = placed >>> 10
    revisions[to + 1] = placed & 1023
    revisions[to + 2] = bytes.readInt32BE(at + 4)
  }
  return revisions
}
