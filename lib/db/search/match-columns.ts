/** Returns the SQL columns of a match for counting and ranking. `relevance` is SQL on the entry `e`. */
export const matchColumns = (relevance: string): string =>
  `e.id, e.file_id, e.project_id, e.agent_id, e.scope, e.type, e.state, e.stated_on, ${relevance} AS relevance`
