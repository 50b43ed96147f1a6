/** What a match is scored and counted by. */
export const MATCHED = "e.id, e.file_id, e.project_id, e.agent_id, e.scope, e.type, e.state, e.stated_on, e.search"
