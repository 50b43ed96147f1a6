import type { Facet } from "@/lib/memory/search/search-box"

/** Number of matches of a team with a value. */
export interface FacetRow {
  readonly facet: Exclude<Facet, "team">
  readonly value: string
  readonly count: number
}

/** Maximum number of values of a facet, most frequent first. */
export const MAX_FACET_VALUES = 50

/**
 * SQL for the facets of the rows of `matched`, as one JSON array of `FacetRow`. Each file, project and agent
 * is looked up once.
 */
export const facetsSql = `(
  WITH counted AS MATERIALIZED (
    SELECT scope, type, project_id, agent_id, file_id, count(*)::int AS many FROM matched GROUP BY GROUPING SETS ((scope), (type), (project_id), (agent_id), (file_id))
  ), filed AS MATERIALIZED (
    SELECT f.category_id, f.format, sum(c.many)::int AS many FROM counted c CROSS JOIN LATERAL (SELECT category_id, format FROM memory_file WHERE team_id = $1::uuid AND id = c.file_id LIMIT 1) f
    WHERE c.file_id IS NOT NULL GROUP BY GROUPING SETS ((f.category_id), (f.format))
  ), told AS (
    SELECT 'scope' AS facet, scope AS value, many FROM counted WHERE scope IS NOT NULL
    UNION ALL (SELECT 'type', type, many FROM counted WHERE type IS NOT NULL ORDER BY many DESC LIMIT ${MAX_FACET_VALUES})
    UNION ALL SELECT 'project', (SELECT name FROM project WHERE team_id = $1::uuid AND id = project_id), many FROM (SELECT * FROM counted WHERE project_id IS NOT NULL ORDER BY many DESC LIMIT ${MAX_FACET_VALUES}) p
    UNION ALL SELECT 'agent', (SELECT name FROM agent WHERE team_id = $1::uuid AND id = agent_id), many FROM (SELECT * FROM counted WHERE agent_id IS NOT NULL ORDER BY many DESC LIMIT ${MAX_FACET_VALUES}) a
    UNION ALL SELECT 'category', (SELECT slug FROM category WHERE team_id = $1::uuid AND id = category_id), many FROM filed WHERE category_id IS NOT NULL
    UNION ALL SELECT 'format', format, many FROM filed WHERE format IS NOT NULL
  ) SELECT json_agg(json_build_object('facet', facet, 'value', value, 'count', many)) FROM told WHERE value IS NOT NULL)`
