/** Where a memory holds. `session` memory is ephemeral: it ends with its session. */
export const SCOPES = ["global", "team", "project", "session"] as const
export type Scope = (typeof SCOPES)[number]
