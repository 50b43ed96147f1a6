import { contextAsJson, type Harness } from "./harness"

/**
 * Source: code.claude.com/docs/en/hooks. The payload has `session_id`, `transcript_path` (one JSON object per
 * line), `cwd` and `hook_event_name`; SessionStart also `source`, PreCompact `trigger`, SessionEnd `reason`.
 * `cwd` is the agent's current folder, CLAUDE_PROJECT_DIR the folder in which the session began.
 */
export const claudeCode: Harness = {
  id: "claude-code",
  title: "Claude Code",
  runs: (env) => env.CLAUDE_PROJECT_DIR !== undefined,
  hear: (payload, env) => ({
    session: payload.word("session_id"),
    folder: env.CLAUDE_PROJECT_DIR || payload.word("cwd"),
    transcript: payload.word("transcript_path"),
    because: payload.word("source") ?? payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
    agent: payload.has("agent_id") ? undefined : payload.word("agent_type"), // Set for a session started with --agent. With an agent_id, it is a subagent of the session.
  }),
  tell: contextAsJson,
}
