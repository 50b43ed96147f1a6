import type { Harness } from "./harness"

/**
 * Source: cursor.com/docs/hooks. All hooks receive `conversation_id`, `hook_event_name` and
 * `workspace_roots`; sessionStart and sessionEnd also `session_id`, which is the same; preCompact `trigger`;
 * sessionEnd `reason`. The format of the transcript is not documented.
 */
export const cursor: Harness = {
  id: "cursor",
  title: "Cursor",
  runs: (env) => env.CURSOR_PROJECT_DIR !== undefined,
  hear: (payload, env) => ({
    session: payload.word("session_id") ?? payload.word("conversation_id"),
    folder: env.CURSOR_PROJECT_DIR || payload.first("workspace_roots"),
    because: payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
  }),
  tell: (text) => JSON.stringify({ additional_context: text }),
}
