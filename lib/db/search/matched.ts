/** What a match is counted by, and how well it answers. `relevance`: SQL over the entry `e`. */
export const matched = (relevance: string): string =>
  `e.id, e.file_id, e.project_id, e.agent_id, e.scope, e.type, e.state, e.stated_on, ${relevance} AS relevance`
