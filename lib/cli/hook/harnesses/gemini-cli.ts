import { contextAsJson, type Harness } from "./harness"

/**
 * Source: geminicli.com/docs/hooks/reference. Same payload and answer as Claude Code's hooks. The format of
 * the transcript is not documented.
 */
export const geminiCli: Harness = {
  id: "gemini-cli",
  title: "Gemini CLI",
  runs: (env) => env.GEMINI_PROJECT_DIR !== undefined || env.GEMINI_SESSION_ID !== undefined,
  hear: (payload, env) => ({
    session: payload.word("session_id"),
    folder: env.GEMINI_PROJECT_DIR || payload.word("cwd"),
    because: payload.word("source") ?? payload.word("trigger") ?? payload.word("reason"),
    called: payload.word("hook_event_name"),
  }),
  tell: contextAsJson,
}
