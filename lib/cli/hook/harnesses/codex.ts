import { contextAsJson, type Harness } from "./harness"

/**
 * Source: developers.openai.com/codex/hooks. Same payload and answer as Claude Code's hooks. The transcript
 * is not read because its format is not stable. No environment variable identifies it.
 */
export const codex: Harness = {
  id: "codex",
  title: "Codex",
  runs: () => false,
  hear: (payload) => ({
    session: payload.word("session_id"),
    folder: payload.word("cwd"),
    because: payload.word("source") ?? payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
  }),
  tell: contextAsJson,
}
