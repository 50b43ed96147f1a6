import { contextAsJson, type Harness } from "./harness"

/** Source: geminicli.com/docs/hooks/reference. Members and answer as Claude Code has them; what stands in a transcript is not documented. */
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
