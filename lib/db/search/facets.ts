import type { Facet } from "@/lib/memory/search-box"

/** How many matches of one team have a value. */
export interface FacetRow {
  readonly facet: Exclude<Facet, "team">
  readonly value: string
  readonly count: number
}

/** Counts what `matched` has, a value per row, as one JSON array. Files are joined by the group, never by the entry. */
export const facetsSql = `(
  WITH counted AS MATERIALIZED (
    SELECT scope, type, project_id, agent_id, file_id, count(*)::int AS many FROM matched GROUP BY GROUPING SETS ((scope), (type), (project_id), (agent_id), (file_id))
  ), told AS (
    SELECT 'scope' AS facet, scope AS value, many FROM counted WHERE scope IS NOT NULL
    UNION ALL SELECT 'type', type, many FROM counted WHERE type IS NOT NULL
    UNION ALL SELECT 'project', p.name, many FROM counted c JOIN project p ON p.team_id = $1::uuid AND p.id = c.project_id
    UNION ALL SELECT 'agent', a.name, sum(many)::int FROM counted c JOIN agent a ON a.team_id = $1::uuid AND a.id = c.agent_id GROUP BY a.name
    UNION ALL SELECT 'category', g.slug, sum(many)::int FROM counted c JOIN memory_file f ON f.team_id = $1::uuid AND f.id = c.file_id JOIN category g ON g.team_id = $1::uuid AND g.id = f.category_id GROUP BY g.slug
    UNION ALL SELECT 'format', f.format, sum(many)::int FROM counted c JOIN memory_file f ON f.team_id = $1::uuid AND f.id = c.file_id GROUP BY f.format
  ) SELECT json_agg(json_build_object('facet', facet, 'value', value, 'count', many)) FROM told)`
