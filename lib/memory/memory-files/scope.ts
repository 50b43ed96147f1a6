/** Scopes of memory. `session` memory ends with its session. */
export const SCOPES = ["global", "team", "project", "session"] as const
export type Scope = (typeof SCOPES)[number]
