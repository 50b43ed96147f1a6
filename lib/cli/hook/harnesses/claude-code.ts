import { contextAsJson, type Harness } from "./harness"

/**
 * Source: code.claude.com/docs/en/hooks. `session_id`, `transcript_path` (a JSON object a line), `cwd`, `hook_event_name`; `source` of
 * SessionStart, `trigger` of PreCompact, `reason` of SessionEnd. `cwd` follows the agent, CLAUDE_PROJECT_DIR stays where the session began.
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
    agent: payload.has("agent_id") ? undefined : payload.word("agent_type"), // of a session begun with --agent; with an id it is a helper of the session
  }),
  tell: contextAsJson,
}
