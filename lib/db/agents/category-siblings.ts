/** SQL condition: a file `f` contains memory that is useful for other agents. */
export const HOLDS_MEMORY =
  "f.state <> 'gone' AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.scope <> 'session' AND f.entries > f.retired"

/**
 * Returns the SQL condition that an entry `x` belongs to another agent of the category, or to the category's
 * shared memory. The parameters are SQL expressions for the category, the project or null, and the agent. The
 * condition is true if the category is null. It is evaluated row by row, after the search by words.
 */
export const isOfSiblings = (
  category: string,
  project: string,
  agent: string,
): string => `(${category}::uuid IS NULL OR (
  SELECT ${HOLDS_MEMORY} AND CASE WHEN f.agent_id IS NULL THEN f.category_id = ${category}::uuid AND (${project}::uuid IS NULL OR f.project_id = ${project}::uuid)
    ELSE f.agent_id <> ${agent}::uuid AND a.category_id = ${category}::uuid AND NOT a.opted_out AND (${project}::uuid IS NULL OR a.project_id = ${project}::uuid) END
  FROM memory_file f LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id WHERE f.team_id = x.team_id AND f.id = x.file_id))`
